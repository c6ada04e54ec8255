// An op as its folder makes it: what it says of itself, and what it is for given arguments.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/op.hpp>
#include <lenslet/pixel.hpp>

#include "op/arguments.hpp"
#include "stencil/stencil.hpp"

namespace lenslet::ops {

struct Op {
  OpInfo info;

  // The input's pixel type is known because some defaults depend on it. Throws invalid_argument for arguments that do
  // not go together.
  std::function<stencil::Stencil(const Arguments&, PixelType)> stencil;

  // Arguments that together reach every path of the op, for verification and tests; the first is the benchmark's.
  std::vector<std::map<std::string, Value>> samples;
};

// Made by CMake from the lines of src/ops/CMakeLists.txt.
std::span<const Op> registry();
const Op& find(std::string_view name);

}  // namespace lenslet::ops
