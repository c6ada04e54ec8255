// Several devices that work on one image. Each computes strips of it.
//
//   lenslet::DeviceGroup group({.device = "all"});               // or "gpu,gpu", "pocl/2": see device.hpp
//   auto result = group.run(lenslet::ops::Gaussian{.sigma = 2}, {image});
//   use(result.image());
//
// Devices may be of different kinds; each has its own schedule. Each row has the bits of the device that computed it.
// Devices of different kinds give the same integers, with two exceptions: ops whose Plan::accuracy() says otherwise,
// and sums of fractions so close to the middle between two levels that rounding decides.
//
// A list of devices is selectors (device.hpp) with commas between them. Each selector takes a matching device that
// is not taken yet: "gpu,gpu" are two GPUs. "all" is every device of devices(). "pocl/2" divides a device into 2
// sub-devices of equally many compute units, where the driver can; "pocl/2/0" is the first of these.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <lenslet/session.hpp>
#include <lenslet/strips.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

// Returns a selector for each device of the list, such as "1" or "0/2/1". An empty list stands for LENSLET_DEVICE, or
// else for the default device. Throws no_device, with the devices there are, where a selector matches none. Throws
// invalid_argument for a device that is named twice, an empty selector, and a number of sub-devices that the compute
// units cannot give.
std::vector<std::string> device_selectors(std::string_view list);

// One plan for each device, for Strips. There must be at least one. All must be of one call and of the same input
// types.
struct GroupPlan {
  std::vector<Plan> plans;
  std::vector<std::string> devices = {};  // a name for each, for DeviceShare::device; empty: their numbers
};

struct GroupResult {
  Result result;  // its schedule is the first device's; its times are sums over all strips
  std::vector<DeviceShare> shares;
};

// Copies are cheap and stand for the same sessions. Safe to use from several threads.
class DeviceGroup {
 public:
  // Opens a session for each device of the list `options.device`. Throws as device_selectors() and Session do. Throws
  // unsupported where a driver cannot divide its device.
  explicit DeviceGroup(const SessionOptions& options = {});

  // Throws invalid_argument for an empty list.
  explicit DeviceGroup(std::vector<Session> sessions);

  const std::vector<Session>& sessions() const { return sessions_; }
  // A selector for each; its number where the group was made of sessions.
  const std::vector<std::string>& devices() const { return devices_; }

  // Make a plan for each device. Throw as Session::plan() does; the message has the device's name.
  GroupPlan plan(const Call& call, PixelFormat input, const OpOptions& options = {}) const;
  GroupPlan plan(const Work& work) const;

  // Cuts images into strips, computes them on all devices, and joins the results: all rows, or those of the one part in
  // StripOptions::parts. `strips.memory` limits the memory; where it is 0, `options.memory` does. Throws
  // invalid_argument for several parts. Throws as plan(), merged() (merging.hpp) and Strips do.
  GroupResult run(const Call& call, const std::vector<Image>& inputs, const OpOptions& options = {},
                  const StripOptions& strips = {}) const;

 private:
  std::vector<Session> sessions_;
  std::vector<std::string> devices_;
};

}  // namespace lenslet
#pragma GCC visibility pop
