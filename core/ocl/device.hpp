// OpenCL's devices. No header of this folder includes OpenCL's: its types stay in the .cpp files.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lenslet/device.hpp>

struct _cl_device_id;  // what OpenCL's cl_device_id points to

#pragma GCC visibility push(default)
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

// Adds to `failures` a line for each platform that cannot list its devices.
std::vector<Device> all_devices(std::vector<std::string>* failures = nullptr);

// Describes a device that a caller has found. Its index is that of the same device in all_devices(), or of the device
// that it is a part of. The index is -1 where there is no such device.
Device device_of(_cl_device_id* device);

// <lenslet/device.hpp> has the grammar. device_selectors() returns a selector for each device of the list.
std::vector<std::string> device_selectors(std::string_view selectors);
Device choose_device(std::string_view selector);  // throws invalid_argument for a list of several devices

}  // namespace lenslet::ocl
#pragma GCC visibility pop
