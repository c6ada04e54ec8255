// Devices as OpenCL shows them. No header of this folder includes OpenCL's: its types stay in the .cpp files.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lenslet/device.hpp>

struct _cl_device_id;  // what OpenCL's cl_device_id points to

namespace lenslet::ocl {

class Device {
 public:
  struct Handle;  // cl::Platform and cl::Device
  Device(DeviceInfo info, std::shared_ptr<const Handle> handle);

  const DeviceInfo& info() const { return *info_; }
  const Handle& handle() const { return *handle_; }
  Device with(DeviceInfo info) const { return {std::move(info), handle_}; }

 private:
  std::shared_ptr<const DeviceInfo> info_;
  std::shared_ptr<const Handle> handle_;
};

// `failures` takes a line for each platform that could not list its devices.
std::vector<Device> all_devices(std::vector<std::string>* failures = nullptr);

// Describes a device that somebody else has found. Its index is that of the device of all_devices() that it is, or is a
// part of; -1 where it is neither.
Device device_of(_cl_device_id* device);

// See <lenslet/device.hpp> for the grammar. The first returns a selector for each device that the list means.
std::vector<std::string> device_selectors(std::string_view selectors);
Device choose_device(std::string_view selector);  // throws invalid_argument where it means several

}  // namespace lenslet::ocl
