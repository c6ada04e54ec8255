// Sums of u8 in 16 bits with fractions, for calls that allow results one level from the exact ones (ADR 12).
//
// A sample x is kept as 256 x. Taps of rows and columns are whole numbers of 2^-16, r_i and c_j, and a product's upper
// half is what a sum adds, one instruction of 16 lanes on CPUs:
//
//   along a row   R_y = sum_i floor(256 x_iy r_i / 2^16)
//   down          S   = sum_j floor(R_j c_j / 2^16)
//   the result        floor((S + addend) / 256)
//
// How far is that from v = scale sum_ij m_ij x_ij + delta, whose nearest whole number is the exact result?
//
// * Taps. With t_ij = r_i c_j / 2^32 the taps alone move the sum by 255 times the sum of all t_ij - scale m_ij that are
//   above 0 at most, and by 255 times that of those below 0. Both come from the mask's very taps, whatever the rounding
//   of its factors.
// * Products. Each loses less than 1: a row less than its number of taps, h, of which the column's taps keep the share
//   C = sum_j c_j / 2^16, and the column less than its own, k. So S lies below the sum without losses by less than
//   F = h C + k, in units of 1/256.
// * The addend, round(256 (delta + 1/2) + F / 2), puts the range of losses in the middle and makes floor() round.
//
// So (S + addend) / 256 - 1/2 lies within `error` of v: 255 times the taps' part, F / 512, and the addend's rounding.
// A number within less than 1 of v, rounded to the nearest whole number, is that of v or one beside it: each of the two
// roundings moves by 1/2 at most, and less than 2 whole levels apart is 1 level. A Gaussian of 31 x 31 pixels has an
// error of 0.14.
#pragma once

#include <optional>
#include <string>

#include <lenslet/pixel.hpp>

#include "op/space.hpp"
#include "stencil/stencil.hpp"

namespace lenslet::stencil {

struct FixedPoint {
  Factors factors;  // whole numbers of 2^-16
  double addend = 0;
  double error = 0;  // of a result before it is rounded, in levels: below 1
};

// Why sums of 16 bits cannot serve the stencil, under the name of a rule; nothing where they can.
std::optional<Exclusion> why_not_fixed(const Stencil& stencil);

// Nothing where a rule excludes them.
std::optional<FixedPoint> fixed_point_of(const Stencil& stencil);

// Why a level of difference has no meaning for results of the stencil; nothing where it has.
std::optional<std::string> why_no_level(const Stencil& stencil, PixelType input, PixelType output);

}  // namespace lenslet::stencil
