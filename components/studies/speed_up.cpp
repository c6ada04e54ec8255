// Ratios under 1 are hard to read, so the names change places instead.
#include "studies/speed_up.hpp"

#include <cmath>

#include <fmt/format.h>

namespace lenslet::study {
namespace {

constexpr double whole_from = 9.995;  // numbers that round to 10.00 are written as 10

// Inverts an interval. A bound of 0 becomes infinite, and an infinite one 0.
Interval inverse(const Interval& interval) {
  return {1 / interval.high, 1 / interval.low};
}

}  // namespace

std::string factor_text(double ratio) {
  return ratio < whole_from ? fmt::format("{:.2f}", ratio) : fmt::format("{:.0f}", ratio);
}

std::string speed_up_text(std::string_view a, std::string_view b, const Ratio& ratio) {
  if (ratio.value < 1) return speed_up_text(b, a, {1 / ratio.value, inverse(ratio.confidence)});
  const Interval& sure = ratio.confidence;
  return fmt::format("{} is {} times as fast as {} ({} to {}{})", a, factor_text(ratio.value), b, factor_text(sure.low),
                     factor_text(sure.high), sure.low <= 1 ? ": either may be the faster" : "");
}

std::string claimed_text(const SpeedUp& speed_up) {
  const Interval claimed = speed_up.measured.value < 1 ? inverse(speed_up.claimed) : speed_up.claimed;
  const bool low = claimed.low > 0, high = std::isfinite(claimed.high);
  if (low && high) return fmt::format(", claimed: {} to {}", factor_text(claimed.low), factor_text(claimed.high));
  if (high && claimed.high != 1) return fmt::format(", claimed: at most {}", factor_text(claimed.high));
  return low && claimed.low != 1 ? fmt::format(", claimed: over {}", factor_text(claimed.low)) : std::string();
}

}  // namespace lenslet::study
