// The curve of sRGB (IEC 61966-2-1). Samples and light lie from 0 to 1, which is white. Negative numbers count as 0.
#pragma once

#include <string>
#include <vector>

#include "point/function.hpp"

namespace lenslet::ops {

inline constexpr char srgb_curves[] = "srgb.cl";  // the kernels' file of both curves

double light_of_srgb(double sample);
double srgb_of_light(double light);

// The point function of one of the two curves. The file `name`.cl has it as `name`_sample, for floats.
point::Function through_srgb_curve(const std::string& name, double (*curve)(double),
                                   const std::vector<PixelFormat>& formats);

}  // namespace lenslet::ops
