// Numbers of CIE L*a*b*, as OpenCV has them.
#pragma once

#include <lenslet/pixel.hpp>

namespace lenslet::ops {

// XYZ from red, green and blue in linear light, relative to the white of D65.
inline constexpr double xyz_of_rgb[3][3] = {{0.412453 / 0.950456, 0.357580 / 0.950456, 0.180423 / 0.950456},
                                            {0.212671, 0.715160, 0.072169},
                                            {0.019334 / 1.088754, 0.119193 / 1.088754, 0.950227 / 1.088754}};
inline constexpr double rgb_of_xyz[3][3] = {{3.240479 * 0.950456, -1.53715, -0.498535 * 1.088754},
                                            {-0.969256 * 0.950456, 1.875991, 0.041556 * 1.088754},
                                            {0.055648 * 0.950456, -0.204043, 1.057311 * 1.088754}};

// Up to this light, whose cube root is min_root, a straight line replaces the root.
inline constexpr double min_light = 216.0 / 24389, min_root = 6.0 / 29, slope = 841.0 / 108, offset = 4.0 / 29;

// How samples hold L*, a* and b*: in 8 bits, 255 is L* = 100, and 128 is the middle of a* and b*.
struct LabScale {
  double white, light, middle;
};
inline LabScale lab_scale(SampleType type) {
  return type == SampleType::u8 ? LabScale{255, 2.55, 128} : LabScale{1, 1, 0};
}

}  // namespace lenslet::ops
