// Which of several measured schedules wins.
#include "tune/winner.hpp"

#include <tuple>

namespace lenslet::tune {
namespace {

// The enumerators of an axis stand in the order of growing effort.
auto effort(const Schedule& s) {
  return std::tuple(s.storage, s.staging, s.passes, s.vector * s.items_x * s.items_y, s.edges, s.coefficients,
                    s.items_y, s.items_x, s.group_width * s.group_height, s.group_height);
}

}  // namespace

bool is_simpler(const Schedule& a, const Schedule& b) {
  return effort(a) < effort(b);
}

const Trial* winner(const std::vector<Trial>& trials) {
  const Trial* best = nullptr;
  for (const Trial& trial : trials) {
    if (trial.time.low_ms > trials.front().time.high_ms) continue;
    if (best == nullptr || is_simpler(trial.schedule, best->schedule)) best = &trial;
  }
  return best;
}

}  // namespace lenslet::tune
