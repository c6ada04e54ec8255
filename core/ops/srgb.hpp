// The curve of sRGB (IEC 61966-2-1): samples and light from 0 to 1, of which white is 1. What is negative counts as 0.
#pragma once

#include <string>
#include <vector>

#include "point/function.hpp"

namespace lenslet::ops {

inline constexpr char srgb_curves[] = "srgb.cl";  // which has both for kernels

double light_of_srgb(double sample);
double srgb_of_light(double light);

// The point function that sends samples through one of the two: `name`.cl has it as `name`_sample, for floats.
point::Function through_srgb_curve(const std::string& name, double (*curve)(double),
                                   const std::vector<PixelFormat>& formats);

}  // namespace lenslet::ops
