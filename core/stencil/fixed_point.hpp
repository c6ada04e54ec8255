// Sums of u8 in 16 bits with fractions, for calls that allow results one level from the exact ones (ADR 12).
//
// A sample x is kept as 256 x. Taps of rows and columns are whole numbers of 2^-16, r_i and c_j. A sum adds the upper
// half of each product, which is one instruction for 16 lanes on CPUs:
//
//   along a row   R_y = sum_i floor(256 x_iy r_i / 2^16)
//   down          S   = sum_j floor(R_j c_j / 2^16)
//   the result        floor((S + addend) / 256)
//
// The exact result is the whole number nearest to v = scale sum_ij m_ij x_ij + delta. Three things move the sum from
// it:
//
// * Taps. Let t_ij = r_i c_j / 2^32. The taps alone raise the sum by at most 255 times the positive differences t_ij -
//   scale m_ij added up, and lower it by at most 255 times the negative ones. Both are computed from the mask's own
//   taps, whatever the rounding of its factors.
// * Products. Each loses less than 1. A row has h taps, so it loses less than h. The column's taps scale the
//   rows' losses by C = sum_j c_j / 2^16. The column has k taps, so it loses less than k itself. In all S loses less
//   than F = h C + k, in units of 1/256.
// * The addend, round(256 (delta + 1/2) + F / 2), puts the range of losses in the middle and makes floor() round.
//
// So (S + addend) / 256 - 1/2 lies within `error` of v. `error` adds up 255 times the taps' part, F / 512, and the
// rounding of the addend. Where it is below 1, the result is at most one level from the exact one: each of the two
// roundings to whole numbers moves by at most 1/2, and whole numbers less than 2 apart differ by at most 1. A Gaussian
// of 31 x 31 pixels has an error of 0.14.
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
  double error = 0;  // bound for a result before it is rounded, in levels: below 1
};

// Returns why sums of 16 bits cannot serve the stencil, under the name of a rule; nothing where they can.
std::optional<Exclusion> why_not_fixed(const Stencil& stencil);

// Returns nothing where a rule excludes such sums.
std::optional<FixedPoint> fixed_point_of(const Stencil& stencil);

// Returns why a level of difference has no meaning for the stencil's results; nothing where it has one.
std::optional<std::string> why_no_level(const Stencil& stencil, SampleType input, SampleType output);

}  // namespace lenslet::stencil
