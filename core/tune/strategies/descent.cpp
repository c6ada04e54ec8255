// Coordinate descent with restarts. Along one axis times fall and then rise, with few exceptions, but the best value of
// one axis depends on the others. So it goes along axis after axis from the fastest known schedule until no axis gives
// more, then begins elsewhere.
#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "tune/search.hpp"
#include "tune/strategies/strategies.hpp"

namespace lenslet::tune {
namespace {

constexpr int kicked_axes = 2;

struct Point {
  op::AnySchedule schedule;
  double ms = std::numeric_limits<double>::infinity();
};

std::vector<std::size_t> shuffled_axes(Search& search) {
  std::vector<std::size_t> order(search.space().axes());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::shuffle(order, search.random());
  return order;
}

// Moves to the fastest schedule along an axis. Returns false where the budget is spent.
bool follow(Search& search, std::size_t axis, Point& point) {
  for (const op::AnySchedule& schedule : search.space().along(axis, point.schedule)) {
    const std::optional<double> ms = search.time(schedule);
    if (!ms) return false;
    if (*ms < point.ms) point = {schedule, *ms};
  }
  return true;
}

bool descend(Search& search, Point& point) {
  const std::optional<double> ms = search.time(point.schedule);
  if (!ms) return false;
  point.ms = *ms;
  for (double before = 0; before != point.ms;) {
    before = point.ms;
    for (const std::size_t axis : shuffled_axes(search))
      if (!follow(search, axis, point)) return false;
  }
  return true;
}

// Changes a few axes of a schedule at random. If the schedule was good, descent soon finds it again.
op::AnySchedule kicked(Search& search, op::AnySchedule schedule) {
  int left = kicked_axes;
  for (const std::size_t axis : shuffled_axes(search)) {
    const std::vector<op::AnySchedule> others = search.space().along(axis, schedule);
    if (others.empty()) continue;
    schedule = others[std::uniform_int_distribution<std::size_t>(0, others.size() - 1)(search.random())];
    if (--left == 0) break;
  }
  return schedule;
}

}  // namespace

void descent(Search& search) {
  if (!search.time(search.start())) return;
  Point best{search.fastest()};
  if (!descend(search, best)) return;
  for (bool kick = true;; kick = !kick) {
    std::optional<op::AnySchedule> from = search.unknown();
    if (!from) return;
    if (kick)
      if (const op::AnySchedule near = kicked(search, best.schedule); !search.known(near)) from = near;
    Point point{*from};
    if (!descend(search, point)) return;
    if (point.ms < best.ms) best = point;
  }
}

}  // namespace lenslet::tune
