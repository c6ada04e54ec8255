// What lies outside the image. The first five borders have OpenCV's names and numbers. Each border means the same for
// every op, type and device.
//
//   constant     vvvv | abcd | vvvv   a value per channel
//   replicate    aaaa | abcd | dddd   SciPy "nearest", NumPy "edge"
//   reflect      dcba | abcd | dcba   SciPy "reflect", NumPy "symmetric"
//   wrap         abcd | abcd | abcd   SciPy and NumPy "wrap"
//   reflect101    dcb | abcd | cba    SciPy "mirror", NumPy "reflect"
//   centre                            every pixel outside has the value of the window's centre
//   discard                           nothing: the result leaves out pixels whose window leaves the image,
//                                     and is smaller by twice the window's radius
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include <lenslet/value.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

enum class Border : std::uint8_t {
  constant = 0,
  replicate = 1,
  reflect = 2,
  wrap = 3,
  reflect101 = 4,
  centre = 5,
  discard = 6
};

inline constexpr Border borders[] = {Border::constant,   Border::replicate, Border::reflect, Border::wrap,
                                     Border::reflect101, Border::centre,    Border::discard};

// The border of ops that say no other: OpenCV's default.
inline constexpr Border usual_border = Border::reflect101;

// The borders that give each pixel outside one value, the same for every window.
inline constexpr Border extending_borders[] = {Border::constant, Border::replicate, Border::reflect, Border::wrap,
                                               Border::reflect101};

std::string_view name_of(Border border);
std::string_view pattern_of(Border border);  // "dcba | abcd | dcba"; words for centre and discard

// Reads a border's name, or one of the aliases edge, nearest, symmetric, mirror, center and valid. Throws
// invalid_argument for any other word.
Border parse_border(std::string_view s);

// Returns the coordinate in [0, n) whose pixel stands for `i`, however far outside `i` lies. Returns -1 for an `i`
// outside where the border is constant, centre or discard. `n` is at least 1.
std::int64_t border_index(std::int64_t i, std::int64_t n, Border border);

// Returns the constant border's values for what a caller says: one number for all channels, or one for each. Where only
// the colours of a format with alpha have one, the border is opaque. Throws invalid_argument for another count of
// numbers.
std::array<double, 4> border_values(std::span<const double> numbers, const ValueType& input);

}  // namespace lenslet
#pragma GCC visibility pop
