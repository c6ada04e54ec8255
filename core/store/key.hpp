// What a tuning result depends on, and so the key that it is stored under. docs/formats.md describes the key.
#pragma once

#include <string>

#include <lenslet/device.hpp>
#include <lenslet/image.hpp>

#include "op/problem.hpp"

namespace lenslet::store {

// The version of the kernels and of the meaning of schedules. Results of another version are not used. Raise it when a
// skeleton changes so much that old times mislead.
inline constexpr int library_format = 2;

struct Key {
  std::string op;  // full name
  // What decides speed. Of images: masks' sides and number, types, channels, border, alpha; not the taps' values. Of
  // arrays: types, sides, choices.
  std::string work;
  int size_bucket = 0;  // log2 of the number of pixels or elements, rounded to the nearest integer
  std::string device;   // name, vendor and number of compute units
  // Platform, its version, driver version, and environment variables that change the generated code.
  std::string driver;
  std::string architecture;  // the same for devices of one kind
  int format = 0;            // library_format
  Size size;                 // that was measured; times refer to it. Not compared
  int reach = 64;            // results of sizes so many buckets away may be taken. Not compared
};

int bucket_of(Size size);
std::string device_text(const DeviceInfo& device);
std::string driver_text(const DeviceInfo& device, const char* const* environment);

// Make the key of a problem on a device. Without `environment` the key has the variables of this process.
Key key_of(const op::Problem& problem, const DeviceInfo& device);
Key key_of(const op::Problem& problem, const DeviceInfo& device, const char* const* environment);

}  // namespace lenslet::store
