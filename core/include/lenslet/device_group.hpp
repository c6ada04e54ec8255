// Several devices that work on one image: the parts that each computes are strips, and the result has the bits of one
// device's.
//
//   lenslet::DeviceGroup group({.device = "all"});               // or "gpu,gpu", "pocl/2": see device.hpp
//   auto result = group.run(lenslet::ops::Gaussian{.sigma = 2}, {image});
//   use(result.images[0]);
//
// Devices may be of different kinds: each has a schedule of its own. Each row has the bits of the device that computed
// it. Kinds agree on integers, by all ops but those that say otherwise, see Plan::accuracy(), and but where a sum of
// fractions lies so near to the middle between two levels that their rounding decides.
//
// A list of devices is selectors (device.hpp) with commas between them, each of which takes a device that none before
// it took: "gpu,gpu" are two. "all" is every device of the list devices(). "pocl/2" cuts a device into 2 sub-devices of
// equally many compute units, where its driver can, and "pocl/2/0" is one of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <lenslet/session.hpp>
#include <lenslet/strips.hpp>

namespace lenslet {

// Returns a selector for each device that the list means, "1" or "0/2/1"; an empty one is LENSLET_DEVICE's, or means
// the default. Throws no_device with what there is where a selector matches none; invalid_argument for a device that is
// named twice, an empty selector, and for a number of sub-devices that the device's compute units do not give.
std::vector<std::string> device_selectors(std::string_view list);

// One plan for each device, for Strips. At least one, all of one call and for inputs of the same types.
struct GroupPlan {
  std::vector<Plan> plans;
  std::vector<std::string> devices = {};  // what DeviceShare::device shall say of each; empty: their numbers
};

struct GroupResult {
  Result result;  // its schedule is the first device's, its times are sums over all strips
  std::vector<DeviceShare> shares;
};

// Copies are cheap and stand for the same sessions. Safe to use from several threads.
class DeviceGroup {
 public:
  // Opens a session for each device of the list `options.device`. Throws as device_selectors() and Session do, and
  // unsupported where a driver does not divide its device.
  explicit DeviceGroup(const SessionOptions& options = {});

  // Throws invalid_argument where there is none.
  explicit DeviceGroup(std::vector<Session> sessions);

  const std::vector<Session>& sessions() const { return sessions_; }
  const std::vector<std::string>& devices() const { return devices_; }  // a selector for each, or its number

  // Make a plan for each device. Throw as Session::plan() does, with the device's name.
  GroupPlan plan(const Call& call, PixelFormat input, const OpOptions& options = {}) const;
  GroupPlan plan(const Work& work) const;

  // Cuts images of one size into strips, computes these on all devices, and puts the results together: those rows that
  // StripOptions::parts wants, or all. They take the memory of `strips`; where that is 0, the one of `options`. Throws
  // invalid_argument for several parts, which do not lie side by side, and as plan(), merged() (merging.hpp) and
  // Strips do.
  GroupResult run(const Call& call, const std::vector<Image>& inputs, const OpOptions& options = {},
                  const StripOptions& strips = {}) const;

 private:
  std::vector<Session> sessions_;
  std::vector<std::string> devices_;
};

}  // namespace lenslet
