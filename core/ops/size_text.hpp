// Sizes that people write.
#pragma once

#include <optional>
#include <string_view>

#include <lenslet/image.hpp>

namespace lenslet::ops {

inline constexpr double max_side_length = 1 << 30;

// Reads "640x480", "640", "640x" and "x480". A side that the text leaves out is 0. Absent for any other text.
std::optional<Size> size_in(std::string_view text);

}  // namespace lenslet::ops
