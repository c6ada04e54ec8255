// Samples that are n * 2^-149 make sums along rows of n * 2^-23, and these the sums themselves. All powers are of two,
// so that nothing is rounded otherwise.
#include "stencil/tiny_samples.hpp"

#include <algorithm>
#include <cmath>

namespace lenslet::stencil {
namespace {

constexpr int row_exponent = 126, column_exponent = 23;

}  // namespace

bool takes_tiny_samples(const Problem& problem, const Schedule& schedule) {
  const auto is_plain = [](double tap) { return tap == 0 || (std::abs(tap) < 2 && std::abs(tap) > 1e-9); };
  return schedule.lanes == Lanes::words && is_separated(schedule.passes) &&
         accumulator_of(problem, schedule) == Accumulator::f32 &&
         std::ranges::all_of(problem.stencil.factors, [&](const Factors& factors) {
           return std::ranges::all_of(factors.row, is_plain) && std::ranges::all_of(factors.column, is_plain);
         });
}

void scale_for_tiny_samples(std::vector<double>& taps, const Problem& problem) {
  const auto width = static_cast<std::size_t>(problem.width()),
             both = width + static_cast<std::size_t>(problem.height());
  for (std::size_t i = 0; i < taps.size(); ++i)
    taps[i] = std::ldexp(taps[i], i % both < width ? row_exponent : column_exponent);
}

}  // namespace lenslet::stencil
