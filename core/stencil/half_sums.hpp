// Sums of f16 in f16, for calls that allow them (ADR 12).
//
// How far is such a sum from the exact sum_i t_i x_i? Let u = 2^-11 be the unit roundoff of f16 and h = 2^-14 its
// least normal number. Devices may take smaller numbers for 0, and so be off by h. With n taps, each tap
//
// * is rounded to f16: off by u |t_i|, or by at most |t_i| where that is below h (m: sum of |t_i x_i| over such taps),
// * is multiplied by its sample: off by u |t_i x_i| and h, and by |t_i| h where the sample is taken for 0,
// * takes part in at most n - 1 additions, each off by u and h.
//
// By Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.1, n + 2 roundings, one of them a
// reserve, change a product by at most the factor 1 + gamma, gamma = (n + 2) u / (1 - (n + 2) u). So with M = sum_i
// |t_i x_i| the error is at most
//
//   gamma M + (1 + gamma) m + (1 + gamma) h (sum_i |t_i| + 2 n)
//
// Along rows of a taps r_i and then down a column of b taps c_j, each product meets a + b + 4 roundings, two of them a
// reserve. What a row loses to h is multiplied by the column's tap, and the row's sum may itself be taken for 0:
//
//   gamma M + (1 + gamma) (m + h (sum_j |c_j| (sum_i |r_i| + 2 a + 1) + 2 b))
//
// Scale and delta follow in f32. The reference's interval has their errors already and is widened by this one (ADR 2).
// Where sums may exceed 65504 any result is right, as it is with f32 beyond the range of f32. Orders of more than 126
// roundings, by which a result may be off by 1/15 of M, are left to f32.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lenslet/device.hpp>
#include <lenslet/pixel.hpp>

#include "op/space.hpp"
#include "stencil/stencil.hpp"

namespace lenslet::stencil {

// Taps rounded to f16. There is a list for each order of summing; it is empty where sums in that order may not be f16.
struct HalfSums {
  std::vector<Mask> masks;       // over whole masks
  std::vector<Factors> factors;  // along rows and then down columns

  // The gamma of the bounds above: the largest error as a share of M, without the terms of h.
  double gamma(bool separated) const;
};

// Returns why sums of f16 cannot serve the stencil in any order, under the name of a rule; nothing where they can.
std::optional<Exclusion> why_not_half(const Stencil& stencil);

// Returns nothing where a rule excludes such sums.
std::optional<HalfSums> half_sums_of(const Stencil& stencil);

// Widens the reference's intervals for a window by the most that sums of f16 may be off, in any of the orders.
std::vector<Truth> widened(std::vector<Truth> truths, const HalfSums& sums, const Stencil& stencil,
                           const Window& window);

// Returns why sums of f16 have no meaning for a stencil; nothing where they have one.
std::optional<std::string> why_no_half(const Stencil& stencil, SampleType input, SampleType output);

// Returns what the device lacks for sums of f16; nothing where it lacks nothing.
std::optional<std::string> why_no_half(const DeviceInfo& device);

}  // namespace lenslet::stencil
