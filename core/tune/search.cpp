// What all strategies share, and their list.
#include "tune/search.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "names.hpp"
#include "tune/strategies/strategies.hpp"

namespace lenslet::tune {
namespace {

constexpr int max_draws = 100000;  // where axes exclude each other, only one schedule of thousands is possible

constexpr Strategy all[] = {
    {"descent", "goes along one axis after the other to the fastest, from the fastest known, then from other points",
     descent},
    {"random", "takes schedules at random", random_walk},
    {"exhaustive", "takes every schedule", exhaustive},
};

}  // namespace

Search::Search(const op::Space& space, op::AnySchedule start, std::uint64_t seed, Evaluate evaluate)
    : space_(space), start_(std::move(start)), fastest_(start_), random_(seed), evaluate_(std::move(evaluate)) {}

std::optional<double> Search::time(const op::AnySchedule& schedule) {
  if (const auto found = times_.find(schedule); found != times_.end()) return found->second;
  const std::optional<double> ms = evaluate_(schedule);
  if (!ms) return {};
  if (*ms < fastest_ms_ && space_.has(schedule)) {
    fastest_ = schedule;
    fastest_ms_ = *ms;
  }
  times_.emplace(schedule, *ms);
  return ms;
}

std::optional<op::AnySchedule> Search::unknown() {
  for (int i = 0; i < max_draws && !shuffled_; ++i)
    if (const std::optional<op::AnySchedule> drawn = space_.draw(random_); drawn && !known(*drawn)) return drawn;
  if (!shuffled_) {
    shuffled_.emplace();
    space_.each([this](const op::AnySchedule& schedule) {
      shuffled_->push_back(schedule);
      return true;
    });
    std::ranges::shuffle(*shuffled_, random_);
  }
  while (!shuffled_->empty()) {
    const op::AnySchedule last = shuffled_->back();
    shuffled_->pop_back();
    if (!known(last)) return last;
  }
  return {};
}

std::span<const Strategy> strategies() {
  return all;
}

const Strategy& find_strategy(std::string_view name) {
  const auto found = std::ranges::find(all, name, &Strategy::name);
  if (found != std::end(all)) return *found;
  std::vector<std::string> known;
  for (const Strategy& strategy : all) known.emplace_back(strategy.name);
  throw_unknown("unknown strategy", name, known);
}

}  // namespace lenslet::tune
