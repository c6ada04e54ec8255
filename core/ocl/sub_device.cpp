// Divides a device by a list of counts. Where the driver cannot do that, it divides the device into equal parts.
#include "ocl/sub_device.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/driver_limits.hpp"
#include "ocl/error.hpp"
#include "ocl/handles.hpp"

namespace lenslet::ocl {
namespace {

using Properties = std::vector<cl_device_partition_property>;

// Returns the properties to ask for; empty where the driver cannot divide.
Properties request(const cl::Device& device, int parts, int units) {
  const Properties offered = device.getInfo<CL_DEVICE_PARTITION_PROPERTIES>();
  const auto offers = [&](cl_device_partition_property property) { return std::ranges::count(offered, property) > 0; };
  if (offers(CL_DEVICE_PARTITION_BY_COUNTS)) {
    Properties wanted{CL_DEVICE_PARTITION_BY_COUNTS};
    wanted.insert(wanted.end(), static_cast<std::size_t>(parts), units);
    wanted.insert(wanted.end(), {CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
    return wanted;
  }
  if (offers(CL_DEVICE_PARTITION_EQUALLY)) return {CL_DEVICE_PARTITION_EQUALLY, units, 0};
  return {};
}

// Keeps sub-devices until the process ends; the same request finds the same ones. PoCL's contexts do not count
// references of their devices. Its threads ask an event for its device even after the waiting thread went on. If the
// sub-device was released by then, the process crashes: in one of six tries with PoCL 3.1.
std::vector<cl::Device> kept(const Device& device, int parts, int units) {
  static std::mutex& mutex = *new std::mutex;
  static auto& all = *new std::map<std::pair<cl_device_id, Properties>, std::vector<cl::Device>>;
  const std::lock_guard lock(mutex);
  cl::Device whole = device.handle().device;
  const Properties wanted = request(whole, parts, units);
  std::vector<cl::Device>& found = all[{whole(), wanted}];
  if (found.empty() && !wanted.empty()) whole.createSubDevices(wanted.data(), &found);
  return found;
}

// Makes at least `parts` devices.
std::vector<cl::Device> made(const Device& device, int parts, int units) {
  const std::string& name = device.info().name;
  const auto note = [&] { return fmt::format("for {} times {} compute units of {}", parts, units, name); };
  std::vector<cl::Device> found = checked([&] { return kept(device, parts, units); }, note);
  if (found.size() < static_cast<std::size_t>(parts))
    throw Error(ErrorKind::unsupported, fmt::format("the driver of {} does not divide it into sub-devices", name));
  return found;
}

Device part_of(const Device& device, const cl::Device& part, int units) {
  DeviceInfo info = device.info();
  info.compute_units = units;
  info.images = info.images && !loses_images_by_division(info);
  return {std::move(info), std::make_shared<const Device::Handle>(Device::Handle{device.handle().platform, part})};
}

}  // namespace

Device sub_device(const Device& device, int units) {
  const DeviceInfo& info = device.info();
  if (units < 1 || units > info.compute_units)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} compute units; allowed: 1 to the {} of {}", units, info.compute_units, info.name));
  return part_of(device, made(device, 1, units).front(), units);
}

Device sub_device(const Device& device, int parts, int part) {
  const DeviceInfo& info = device.info();
  if (parts < 1 || parts > info.compute_units)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} sub-devices; allowed: 1 to the {} compute units of {}",
                                                         parts, info.compute_units, info.name));
  if (part < 0 || part >= parts)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("sub-device {} of {}; allowed: 0 to {}", part, parts, parts - 1));
  const int units = info.compute_units / parts;
  return part_of(device, made(device, parts, units)[static_cast<std::size_t>(part)], units);
}

}  // namespace lenslet::ocl
