// Quantises factors. Adds up how far the quantisation and the lost parts of products may move a result.
#include "stencil/fixed_point.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "stencil/problem.hpp"

namespace lenslet::stencil {
namespace {

constexpr double one = 65536;   // a tap of 1
constexpr double unit = 256;    // a sample of 1, and a sum of 1
constexpr double most = 65535;  // the most that 16 bits hold
constexpr double brightest = 255;
constexpr double reserve = 0x1p-20;  // added to errors, for the roundings of this file's own arithmetic

double sum_of(const std::vector<double>& taps) {
  return std::accumulate(taps.begin(), taps.end(), 0.0);
}

double count_of(const std::vector<double>& taps) {
  return static_cast<double>(std::ranges::count_if(taps, [](double tap) { return tap != 0; }));
}

// Rounds taps to whole numbers. The largest tap balances what the others lose or gain, so that flat parts of an image
// keep their value. A tap of 1 is rounded to 65535, as 65536 would need a 17th bit.
std::vector<double> quantised(const std::vector<double>& taps, double factor) {
  std::vector<double> whole;
  for (const double tap : taps) whole.push_back(std::rint(tap * factor * one));
  double& largest = *std::ranges::max_element(whole);
  largest = std::min(largest + std::rint(sum_of(taps) * factor * one) - sum_of(whole), most);
  return whole;
}

// Scales the row so that its sum is one: sums along rows then use all bits.
Factors quantised(const Stencil& stencil) {
  const Factors& factors = stencil.factors.front();
  const double sum = sum_of(factors.row);
  return {quantised(factors.row, 1 / sum), quantised(factors.column, sum * stencil.scale)};
}

// The most that rounded taps alone add to a sum, and the most that they take from it.
struct Deviation {
  double above = 0, below = 0;
};

Deviation deviation_of(const Factors& factors, const Stencil& stencil) {
  const Mask& mask = stencil.masks.front();
  Deviation deviation;
  for (int y = 0; y < mask.height; ++y)
    for (int x = 0; x < mask.width; ++x) {
      const double tap =
          factors.row[static_cast<std::size_t>(x)] * factors.column[static_cast<std::size_t>(y)] / (one * one);
      const double more = brightest * (tap - stencil.scale * mask.at(x, y));
      (more > 0 ? deviation.above : deviation.below) += std::abs(more);
    }
  return deviation;
}

FixedPoint make(const Stencil& stencil) {
  FixedPoint fixed{quantised(stencil)};
  const double lost = count_of(fixed.factors.row) * sum_of(fixed.factors.column) / one + count_of(fixed.factors.column);
  const double wanted = unit * (stencil.delta + 0.5);
  fixed.addend = std::rint(wanted + lost / 2);
  const double moved = (fixed.addend - wanted) / unit;
  const Deviation deviation = deviation_of(fixed.factors, stencil);
  fixed.error = std::max(deviation.above + moved, deviation.below + lost / unit - moved) + reserve;
  return fixed;
}

bool is_negative(double tap) {
  return tap < 0;
}

// Whether no sum exceeds 16 bits. Rounding only makes products smaller, so sums of unrounded products are the largest.
bool fits(const FixedPoint& fixed) {
  const double along = unit * brightest * sum_of(fixed.factors.row) / one;
  const double down = along * sum_of(fixed.factors.column) / one;
  return along <= most && fixed.addend >= 0 && down + fixed.addend <= most;
}

}  // namespace

std::optional<Exclusion> why_not_fixed(const Stencil& stencil) {
  if (stencil.masks.size() != 1 || stencil.factors.empty())
    return Exclusion{"fixed-rank", "sums of 16 bits are for one mask that is a row times a column, both longer than 1"};
  const Factors& factors = stencil.factors.front();
  if (std::ranges::any_of(factors.row, is_negative) || std::ranges::any_of(factors.column, is_negative) ||
      stencil.scale <= 0)
    return Exclusion{"fixed-sign", "sums of 16 bits are for taps that are not negative"};
  const FixedPoint fixed = make(stencil);
  if (!fits(fixed))
    return Exclusion{"fixed-range",
                     fmt::format("results of up to {:.0f} and {} added are over the 255 that sums of 16 "
                                 "bits hold with 8 bits of fraction",
                                 brightest * sum_of(stencil.masks.front().taps) * stencil.scale, stencil.delta)};
  if (fixed.error >= 1)
    return Exclusion{"fixed-error",
                     fmt::format("sums of 16 bits may be {:.2f} levels off, not less than 1", fixed.error)};
  return {};
}

std::optional<FixedPoint> fixed_point_of(const Stencil& stencil) {
  if (why_not_fixed(stencil)) return {};
  return make(stencil);
}

std::optional<std::string> why_no_level(const Stencil& stencil, SampleType input, SampleType output) {
  if (!is_integer(output)) return fmt::format("results of {} have no levels", name_of(output));
  if (stencil.masks.empty() || !stencil.body.empty()) return "it is no sum of taps times samples";
  if (has_whole_taps(stencil)) return "the sums of its whole taps are exact";
  if (input != SampleType::u8)
    return fmt::format("sums of {} within a level are no cheaper than exact ones", name_of(input));
  return {};
}

}  // namespace lenslet::stencil
