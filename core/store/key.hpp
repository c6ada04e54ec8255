// What a tuning result depends on, and so what it is stored and found under. docs/formats.md describes it.
#pragma once

#include <string>

#include <lenslet/device.hpp>
#include <lenslet/image.hpp>

#include "op/problem.hpp"

namespace lenslet::store {

// The version of the kernels and of what schedules mean: results of another one are of no use. Raise it when a skeleton
// changes so much that old times mislead.
inline constexpr int library_format = 2;

struct Key {
  std::string op;            // the op's full name
  std::string work;          // what of its arguments and pixels decides speed: masks' sides and count, types, channels,
                             // border, alpha; not the taps' values. Of arrays: types, sides, choices
  int size_bucket = 0;       // the nearest whole log2 of the pixels or elements
  std::string device;        // its name and its board's parameters
  std::string driver;        // platform, its version, the driver's, and the environment's variables that change code
  std::string architecture;  // what devices of one kind share
  int format = 0;            // library_format
  Size size;                 // that was measured, which times refer to; no part of what is compared
  int reach = 64;            // results of a size so many buckets away may still be taken; no part of what is compared
};

int bucket_of(Size size);
std::string device_text(const DeviceInfo& device);
std::string driver_text(const DeviceInfo& device, const char* const* environment);

// Make the key of a problem on a device. Without `environment` it has the variables of this process.
Key key_of(const op::Problem& problem, const DeviceInfo& device);
Key key_of(const op::Problem& problem, const DeviceInfo& device, const char* const* environment);

}  // namespace lenslet::store
