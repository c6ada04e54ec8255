// Scalars and vectors of OpenCL C, by the names that drivers give the types of kernels' arguments.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#pragma GCC visibility push(default)
namespace lenslet::kernel {

struct ValueLayout {
  bool real = false;
  bool is_signed = false;
  std::size_t lane_bytes = 0;
  std::size_t lanes = 1;
  bool either_sign = false;  // "int|uint": SPIR-V does not tell

  // A vector of three takes the room of four.
  std::size_t bytes() const { return lane_bytes * (lanes == 3 ? 4 : lanes); }
};

// Returns nothing for a struct and every other type that is no number or vector.
std::optional<ValueLayout> layout_of(std::string_view type);

}  // namespace lenslet::kernel
#pragma GCC visibility pop
