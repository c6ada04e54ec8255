// Sums of f16 in f16, for calls that allow them (ADR 12).
//
// How far is such a sum from sum_i t_i x_i? Let u = 2^-11 be the unit roundoff of f16 and h = 2^-14 its least normal
// number: devices may take smaller ones for 0, and so be off by h. Of n taps, each
//
// * is rounded to f16: off by u |t_i|, or by |t_i| at most where it is under h; m is the part of M that these have,
// * is multiplied by its sample: off by u |t_i x_i| and h, and by |t_i| h where the sample is taken for 0,
// * takes part in n - 1 additions at most, each off by u and h.
//
// By Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.1, n + 2 roundings, one of them a
// reserve, change a product by the factor 1 + gamma at most, gamma = (n + 2) u / (1 - (n + 2) u). So with M = sum_i
// |t_i x_i| the error is at most
//
//   gamma M + (1 + gamma) m + (1 + gamma) h (sum_i |t_i| + 2 n)
//
// Along rows of a taps r_i and then down a column of b taps c_j each product meets a + b + 4 roundings, two of them a
// reserve; what a row loses to h is multiplied by the column's tap, and its sum may itself be taken for 0:
//
//   gamma M + (1 + gamma) (m + h (sum_j |c_j| (sum_i |r_i| + 2 a + 1) + 2 b))
//
// What follows, scale and delta, is in f32 and in the reference's interval already, which is widened by that (ADR 2).
// Where sums may be over 65504 any result is right, as with f32 where they may be over its range. Orders of more than
// 126 roundings, by which a result may be off by 1/15 of M, are left to f32.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lenslet/device.hpp>
#include <lenslet/pixel.hpp>

#include "op/space.hpp"
#include "stencil/stencil.hpp"

namespace lenslet::stencil {

// Taps that f16 has, of the orders in which sums may be f16; empty for one in which they may not.
struct HalfSums {
  std::vector<Mask> masks;       // over whole masks
  std::vector<Factors> factors;  // along rows and then down columns

  double gamma(bool separated) const;  // the most by which sums are off, as a share of M, but for h
};

// Why sums of f16 cannot serve the stencil in any order, under the name of a rule; nothing where they can.
std::optional<Exclusion> why_not_half(const Stencil& stencil);

// Nothing where a rule excludes them.
std::optional<HalfSums> half_sums_of(const Stencil& stencil);

// The reference's intervals for a window, by what sums of f16 in any of the orders may be off.
std::vector<Truth> widened(std::vector<Truth> truths, const HalfSums& sums, const Stencil& stencil,
                           const Window& window);

// Why sums of f16 have no meaning for a stencil; nothing where they have.
std::optional<std::string> why_no_half(const Stencil& stencil, PixelType input, PixelType output);

// What the device lacks for them; nothing where it lacks nothing.
std::optional<std::string> why_no_half(const DeviceInfo& device);

}  // namespace lenslet::stencil
