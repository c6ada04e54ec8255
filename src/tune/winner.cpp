// Which of several measured schedules wins.
#include "tune/winner.hpp"

#include <algorithm>
#include <tuple>

namespace lenslet::tune {
namespace {

// In a noisy moment quartiles are wide, and what a quiet one would tell apart is still not equal.
constexpr double most_slower = 1.05;

// The enumerators of an axis stand in the order of growing effort.
auto effort(const Schedule& s) {
  return std::tuple(s.storage, s.staging, s.passes, s.vector * s.items_x * s.items_y, s.edges, s.coefficients,
                    s.items_y, s.items_x, s.group_width * s.group_height, s.group_height, s.stores);
}

}  // namespace

bool is_simpler(const Schedule& a, const Schedule& b) {
  return effort(a) < effort(b);
}

const Trial* winner(const std::vector<Trial>& trials) {
  int most = 0;
  for (const Trial& trial : trials) most = std::max(most, trial.time.samples);
  const Trial* fastest = nullptr;
  const Trial* best = nullptr;
  for (const Trial& trial : trials) {
    if (2 * trial.time.samples < most) continue;
    if (fastest == nullptr) fastest = &trial;
    if (trial.time.low_ms > fastest->time.high_ms || trial.time.median_ms > most_slower * fastest->time.median_ms)
      continue;
    if (best == nullptr || is_simpler(trial.schedule, best->schedule)) best = &trial;
  }
  return best;
}

}  // namespace lenslet::tune
