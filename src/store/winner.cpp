// Lets the simplest of those win that cannot be told apart.
#include "store/winner.hpp"

#include <algorithm>

namespace lenslet::store {
namespace {

// In a noisy moment quartiles are wide, and what a quiet one would tell apart is still not equal.
constexpr double most_slower = 1.05;

}  // namespace

const Trial* winner(const std::vector<Trial>& trials, const op::Space& space) {
  int most = 0;
  for (const Trial& trial : trials) most = std::max(most, trial.time.samples);
  const Trial* fastest = nullptr;
  const Trial* best = nullptr;
  for (const Trial& trial : trials) {
    if (2 * trial.time.samples < most) continue;
    if (fastest == nullptr) fastest = &trial;
    if (trial.time.low_ms > fastest->time.high_ms || trial.time.median_ms > most_slower * fastest->time.median_ms)
      continue;
    if (best == nullptr || space.is_simpler(trial.schedule, best->schedule)) best = &trial;
  }
  return best;
}

}  // namespace lenslet::store
