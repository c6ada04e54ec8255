// The keys of devices and drivers, and sizes in powers of two.
#include "store/key.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <unistd.h>

#include "ocl/program_cache.hpp"

namespace lenslet::store {

int bucket_of(Size size) {
  const double pixels = static_cast<double>(size.width) * static_cast<double>(size.height);
  return static_cast<int>(std::lround(std::log2(std::max(pixels, 1.0))));
}

// Leaves out the clock and the memory, which some drivers report as they are at the moment.
std::string device_text(const DeviceInfo& device) {
  return fmt::format("{}, {}, {} units", device.name, device.vendor, device.compute_units);
}

std::string driver_text(const DeviceInfo& device, const char* const* environment) {
  std::string text = fmt::format("{} {}, {}", device.platform, device.platform_version, device.driver);
  for (const std::string& variable : ocl::code_environment(environment)) text += ", " + variable;
  return text;
}

Key key_of(const op::Problem& problem, const DeviceInfo& device, const char* const* environment) {
  Key key;
  key.op = problem.op();
  key.work = problem.speed_text();
  key.size_bucket = bucket_of(problem.extent());
  key.device = device_text(device);
  key.driver = driver_text(device, environment);
  key.architecture = device.architecture;
  key.format = library_format;
  key.size = problem.extent();
  key.reach = problem.reach();
  return key;
}

Key key_of(const op::Problem& problem, const DeviceInfo& device) {
  return key_of(problem, device, environ);
}

}  // namespace lenslet::store
