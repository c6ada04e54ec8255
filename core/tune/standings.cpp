// Compares intervals of medians. The simplest schedule that ties wins; otherwise the winner would change from run to
// run.
#include "tune/standings.hpp"

#include <algorithm>
#include <cmath>

namespace lenslet::tune {
namespace {

constexpr double notch = 1.57;   // factor of the quartiles' distance, divided by the root of the number of samples
constexpr int min_samples = 11;  // with fewer samples quartiles say little
constexpr double same = 1.01;    // multiple of the fastest time: smaller differences do not matter
// Limit of a tie: in a noisy moment intervals are wide, but a difference above this still counts.
constexpr double max_slower = 1.05;

const Measured& fastest_of(std::span<const Measured> times) {
  return *std::ranges::min_element(times, {}, &Measured::median_ms);
}

bool ties(const Measured& time, const Measured& fastest) {
  return likely_median(time).low <= likely_median(fastest).high && time.median_ms <= max_slower * fastest.median_ms;
}

}  // namespace

Interval likely_median(const Measured& time) {
  const double reach = notch * (time.high_ms - time.low_ms) / std::sqrt(std::max(time.samples, 1));
  return {time.median_ms - reach, time.median_ms + reach};
}

bool order_is_sure(std::span<const Measured> times) {
  if (times.empty()) return true;
  const Measured& fastest = fastest_of(times);
  const Interval least = likely_median(fastest);
  return std::ranges::all_of(times, [&](const Measured& time) {
    if (time.samples < min_samples) return false;
    const Interval own = likely_median(time);
    return &time == &fastest || own.low > least.high || own.high <= same * least.low;
  });
}

std::vector<Standing> standings(std::span<const Measured> times, std::span<const op::AnySchedule> schedules,
                                const op::Space& space) {
  std::vector<Standing> result(times.size(), Standing::lost);
  if (times.empty()) return result;
  const Measured& fastest = fastest_of(times);
  auto best = static_cast<std::size_t>(&fastest - times.data());
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (!ties(times[i], fastest)) continue;
    result[i] = Standing::tied;
    if (space.is_simpler(schedules[i], schedules[best])) best = i;
  }
  result[best] = Standing::won;
  return result;
}

}  // namespace lenslet::tune
