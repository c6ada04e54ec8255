// Divides a device: by a count, or, where the driver knows only that, into equal parts.
#include "ocl/sub_device.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/error.hpp"
#include "ocl/handles.hpp"

namespace lenslet::ocl {
namespace {

using Properties = std::vector<cl_device_partition_property>;

// Returns what to ask for; nothing where the driver does not divide.
Properties request(const cl::Device& device, int units) {
  const Properties offered = device.getInfo<CL_DEVICE_PARTITION_PROPERTIES>();
  const auto offers = [&](cl_device_partition_property property) { return std::ranges::count(offered, property) > 0; };
  if (offers(CL_DEVICE_PARTITION_BY_COUNTS))
    return {CL_DEVICE_PARTITION_BY_COUNTS, units, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  if (offers(CL_DEVICE_PARTITION_EQUALLY)) return {CL_DEVICE_PARTITION_EQUALLY, units, 0};
  return {};
}

// Keeps sub-devices until the process ends; the same request finds the same one. PoCL's contexts do not count
// references of their devices, and its threads ask an event for its device after whoever waited for it went on: where
// the sub-device is released by then, the process crashes, in one of six tries with PoCL 3.1.
cl::Device kept(const Device& device, int units) {
  static std::mutex& mutex = *new std::mutex;
  static auto& all = *new std::map<std::pair<cl_device_id, int>, cl::Device>;
  const std::lock_guard lock(mutex);
  cl::Device whole = device.handle().device;
  cl::Device& found = all[{whole(), units}];
  if (found() != nullptr) return found;
  const Properties wanted = request(whole, units);
  std::vector<cl::Device> made;
  if (!wanted.empty()) whole.createSubDevices(wanted.data(), &made);
  if (!made.empty()) found = made.front();
  return found;
}

}  // namespace

Device sub_device(const Device& device, int units) {
  DeviceInfo info = device.info();
  if (units < 1 || units > info.compute_units)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} compute units; allowed: 1 to the {} of {}", units, info.compute_units, info.name));
  cl::Device part = checked([&] { return kept(device, units); },
                            [&] { return fmt::format("for {} compute units of {}", units, info.name); });
  if (part() == nullptr)
    throw Error(ErrorKind::unsupported, fmt::format("the driver of {} does not divide it into sub-devices", info.name));
  info.compute_units = units;
  return {std::move(info),
          std::make_shared<const Device::Handle>(Device::Handle{device.handle().platform, std::move(part)})};
}

}  // namespace lenslet::ocl
