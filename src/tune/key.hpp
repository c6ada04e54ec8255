// What a tuning result depends on, and so what it is stored and found under.
#pragma once

#include <string>

#include <lenslet/device.hpp>
#include <lenslet/image.hpp>

#include "stencil/problem.hpp"

namespace lenslet::tune {

struct Key {
  std::string op;            // the op's name
  std::string work;          // what of its arguments and pixels decides speed: masks' sides and count, types, channels,
                             // border, alpha; not the taps' values
  int size_bucket = 0;       // of log2 of the pixels
  std::string device;        // its name and its board's parameters
  std::string driver;        // platform, its version, the driver's, and the environment's variables that change code
  std::string architecture;  // what devices of one kind share
  int format = 0;            // of the library: results of another are of no use
};

Key key_of(const std::string& op, const stencil::Problem& problem, Size size, const DeviceInfo& device);

}  // namespace lenslet::tune
