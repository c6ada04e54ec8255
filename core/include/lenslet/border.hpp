// What lies outside the image. Names and numbers of the first five are OpenCV's; each rule means the same for every op,
// type and device.
//
//   constant     vvvv | abcd | vvvv   a value per channel
//   replicate    aaaa | abcd | dddd   SciPy "nearest", NumPy "edge"
//   reflect      dcba | abcd | dcba   SciPy "reflect", NumPy "symmetric"
//   wrap         abcd | abcd | abcd   SciPy and NumPy "wrap"
//   reflect101    dcb | abcd | cba    SciPy "mirror", NumPy "reflect"
//   centre                            of each window its own centre, for every pixel of it that lies outside
//   discard                           nothing: pixels whose window leaves the image are left out of the result, which
//   is
//                                     smaller by twice the window's radius
#pragma once

#include <cstdint>
#include <string_view>

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

// Those by which the image goes on outside, the same for every window.
inline constexpr Border extending_borders[] = {Border::constant, Border::replicate, Border::reflect, Border::wrap,
                                               Border::reflect101};

std::string_view name_of(Border border);
std::string_view pattern_of(Border border);  // "dcba | abcd | dcba"; words where the image does not go on

// Reads a border's name, or one of the aliases edge, nearest, symmetric, mirror, center and valid. Throws
// invalid_argument for any other word.
Border parse_border(std::string_view s);

// Returns the coordinate in [0, n) that stands for `i`, however far outside it lies, or -1 where none does: outside by
// the borders constant, centre and discard. `n` is at least 1.
std::int64_t border_index(std::int64_t i, std::int64_t n, Border border);

}  // namespace lenslet
