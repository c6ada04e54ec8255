// A part too many makes tuning be repeated; a part too few makes one result pass for another.
#include "tune/key.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "ocl/cache_key.hpp"
#include "ops/describe.hpp"

namespace lenslet::tune {
namespace {

// What is fast for a few elements can be another algorithm than what is fast for many.
constexpr int reach_of_arrays = 2;

// Taps of zero vanish, so their number counts, but not where they lie.
std::string masks_text(const stencil::Stencil& stencil) {
  std::string text;
  for (const stencil::Mask& mask : stencil.masks) {
    const auto taps = std::ranges::count_if(mask.taps, [](double tap) { return tap != 0; });
    fmt::format_to(std::back_inserter(text), " mask {}x{} {} taps", mask.width, mask.height, taps);
  }
  return text;
}

bool is_choice(const std::string& value) {
  return std::ranges::all_of(value, [](unsigned char c) { return c >= '0' && c <= '9'; });
}

// Defines that are whole numbers choose code; the others are values, such as a threshold.
std::string body_text(const stencil::Stencil& stencil) {
  std::string text = stencil.body.empty() ? "" : " body";
  for (const auto& [name, value] : stencil.defines)
    if (is_choice(value)) text += fmt::format(" {}={}", name, value);
  return text;
}

std::string work_of(const stencil::Problem& problem) {
  const stencil::Stencil& stencil = problem.stencil;
  constexpr const char* sums[] = {"f32", "i16", "i32", "i64"};
  std::string work = fmt::format("{}x{}", name_of(problem.input.type), problem.input.channels);
  if (problem.output != problem.input.type) work += fmt::format(" to {}", name_of(problem.output));
  if (problem.keep_alpha) work += " alpha kept";
  work += fmt::format(" {} window {}x{}", name_of(problem.border), 2 * stencil.radius_x + 1, 2 * stencil.radius_y + 1);
  work += masks_text(stencil) + body_text(stencil);
  if (problem.linear()) work += fmt::format(" sums {}", sums[static_cast<int>(stencil::accumulator_of(problem, 1))]);
  return work;
}

// Real numbers are values, as a factor is; whole ones may be what code is made for, as a degree is.
std::string work_of(const array::Op& op, const array::Problem& problem) {
  std::string work;
  for (const ArrayType& input : problem.inputs)
    work += fmt::format("{}{} {}d", work.empty() ? "" : ", ", name_of(input.type), input.shape.size());
  for (const Parameter& parameter : op.info.op.parameters) {
    const Value& value = problem.arguments.get(parameter.name);
    if (parameter.kind != ParameterKind::real && value != parameter.initial)
      work += fmt::format(" {}={}", parameter.name, ops::value_text(value));
  }
  return work;
}

Key key_of(std::string op, std::string work, Size size, const DeviceInfo& device, const char* const* environment) {
  Key key;
  key.op = std::move(op);
  key.work = std::move(work);
  key.size_bucket = bucket_of(size);
  key.device = device_text(device);
  key.driver = driver_text(device, environment);
  key.architecture = device.architecture;
  key.format = library_format;
  key.size = size;
  return key;
}

}  // namespace

int bucket_of(Size size) {
  const double pixels = static_cast<double>(size.width) * static_cast<double>(size.height);
  return static_cast<int>(std::lround(std::log2(std::max(pixels, 1.0))));
}

// The clock and the memory are left out: some drivers report what they have at the moment.
std::string device_text(const DeviceInfo& device) {
  return fmt::format("{}, {}, {} units", device.name, device.vendor, device.compute_units);
}

std::string driver_text(const DeviceInfo& device, const char* const* environment) {
  std::string text = fmt::format("{} {}, {}", device.platform, device.platform_version, device.driver);
  for (const std::string& variable : ocl::code_environment(environment)) text += ", " + variable;
  return text;
}

Key key_of(const std::string& op, const stencil::Problem& problem, Size size, const DeviceInfo& device,
           const char* const* environment) {
  return key_of(op, work_of(problem), size, device, environment);
}

Key key_of(const std::string& op, const stencil::Problem& problem, Size size, const DeviceInfo& device) {
  return key_of(op, problem, size, device, environ);
}

Key key_of(const array::Op& op, const array::Problem& problem, const DeviceInfo& device) {
  std::int64_t elements = 0;
  for (const ArrayType& input : problem.inputs) elements += input.count();
  Key key = key_of(full_name(op.info), work_of(op, problem), {std::max<std::int64_t>(elements, 1), 1}, device, environ);
  key.reach = reach_of_arrays;
  return key;
}

}  // namespace lenslet::tune
