// Searches a space for its fastest schedule. A strategy asks for times; it knows nothing of the device or the clock.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "op/space.hpp"

namespace lenslet::tune {

class Search {
 public:
  // Returns milliseconds: infinite where the schedule is not correct, absent where the budget is spent.
  using Evaluate = std::function<std::optional<double>(const op::AnySchedule&)>;

  Search(const op::Space& space, op::AnySchedule start, std::uint64_t seed, Evaluate evaluate);

  const op::Space& space() const { return space_; }
  // What the device uses untuned. It may lie outside the space.
  const op::AnySchedule& start() const { return start_; }

  // The fastest schedule that was asked for; before the first one, start().
  const op::AnySchedule& fastest() const { return fastest_; }

  std::mt19937_64& random() { return random_; }

  // Asks Evaluate the first time; to ask again costs nothing. A strategy must return where there is no answer.
  std::optional<double> time(const op::AnySchedule& schedule);

  bool known(const op::AnySchedule& schedule) const { return times_.contains(schedule); }

  // Returns a random schedule that was not asked for yet; absent where none is left.
  std::optional<op::AnySchedule> unknown();

 private:
  const op::Space& space_;
  op::AnySchedule start_;
  op::AnySchedule fastest_;
  double fastest_ms_ = std::numeric_limits<double>::infinity();
  std::mt19937_64 random_;
  Evaluate evaluate_;
  std::map<op::AnySchedule, double> times_;
  std::optional<std::vector<op::AnySchedule>> shuffled_;  // filled once random draws find too few new schedules
};

struct Strategy {
  std::string_view name;
  std::string_view summary;
  void (*run)(Search& search);
};

std::span<const Strategy> strategies();

// Throws invalid_argument, with the existing names, for an unknown one.
const Strategy& find_strategy(std::string_view name);

}  // namespace lenslet::tune
