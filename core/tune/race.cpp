// Warms up, launches in turns, and takes quartiles.
#include "tune/race.hpp"

#include <algorithm>
#include <chrono>

#include "elapsed.hpp"

namespace lenslet {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t rotating_bytes = std::uint64_t{512} << 20;  // much larger than any cache

// A plan that is far_slower times as slow as its rival leaves after one launch, which may include lazy work of the
// driver. One that is `slower` times as slow leaves after two.
constexpr double far_slower = 20;
constexpr double slower = 2;

constexpr int rounds_between_questions = 4;  // each answer sorts all times

// Drivers without profiling give all events the same time, or times that no memory could reach.
bool is_untimed(const Timing& timing) {
  constexpr double min_ms = 1e-4;
  constexpr double fastest_memory = 1e11;  // bytes per millisecond
  return timing.kernel_ms < min_ms || static_cast<double>(timing.bytes) > fastest_memory * timing.kernel_ms;
}

// The launches of one plan, with their times.
class Series {
 public:
  void add(const Timing& timing, double call_ms) {
    calls_.push_back(call_ms);
    times_.push_back(timing.kernel_ms);
    untimed_ = untimed_ || is_untimed(timing);
    bytes_ = timing.bytes;
  }

  void forget() {
    calls_.clear();
    times_.clear();
  }

  std::size_t size() const { return calls_.size(); }

  bool hopeless(double rival_ms) const {
    const double best = std::ranges::min(untimed_ ? calls_ : times_);
    return best > far_slower * rival_ms || (size() > 1 && best > slower * rival_ms);
  }

  Laps summary() const {
    std::vector<double> calls = calls_, times = untimed_ ? calls_ : times_;
    std::ranges::sort(calls);
    std::ranges::sort(times);
    const auto at = [](const std::vector<double>& sorted, std::size_t quarter) {
      return sorted[std::min(sorted.size() * quarter / 4, sorted.size() - 1)];
    };
    const Measured time{at(times, 2), at(times, 1), at(times, 3), static_cast<int>(times.size()), untimed_};
    return {time, at(calls, 2), bytes_};
  }

 private:
  std::vector<double> calls_, times_;
  bool untimed_ = false;
  std::uint64_t bytes_ = 0;
};

// The plans that are still in the race. In each turn each is launched once.
class Race {
 public:
  explicit Race(std::span<const Runner> runners)
      : runners_(runners), series_(runners.size()), out_(runners.size(), false) {}

  void round() {
    for (std::size_t i = 0; i < runners_.size(); ++i) {
      if (out_[i]) continue;
      const auto start = Clock::now();
      const Launch launch = runners_[i](turn_++);
      launch.wait();
      const double call_ms = milliseconds_since(start);
      series_[i].add(launch.timing(), call_ms);
    }
  }

  void drop_hopeless(double rival_ms) {
    for (std::size_t i = 0; i < runners_.size(); ++i) out_[i] = out_[i] || series_[i].hopeless(rival_ms);
  }

  void end_warm_up() {
    for (std::size_t i = 0; i < runners_.size(); ++i)
      if (!out_[i]) series_[i].forget();
  }

  bool over() const {
    return std::ranges::all_of(out_, [](bool out) { return out; });
  }

  std::vector<Laps> summaries() const {
    std::vector<Laps> result;
    for (const Series& series : series_) result.push_back(series.summary());
    return result;
  }

  std::vector<Measured> times() const {
    std::vector<Measured> result;
    for (const Series& series : series_) result.push_back(series.summary().time);
    return result;
  }

 private:
  std::span<const Runner> runners_;
  std::vector<Series> series_;
  std::vector<bool> out_;
  std::size_t turn_ = 0;
};

}  // namespace

std::vector<Laps> race(std::span<const Runner> runners, const LapOptions& options) {
  Race race(runners);
  auto start = Clock::now();
  const auto warm = [&](int rounds) {
    const double ms = milliseconds_since(start);
    return (rounds >= options.warm_up_launches && ms >= options.warm_up_ms) || (rounds > 0 && ms > options.limit_ms);
  };
  for (int i = 0; !race.over() && !warm(i); ++i) {
    race.round();
    race.drop_hopeless(options.rival_ms);
  }
  race.end_warm_up();
  start = Clock::now();
  for (int i = 0; !race.over() && i < options.samples; ++i) {
    if (i >= options.min_samples && milliseconds_since(start) > options.limit_ms) break;
    if (options.enough && i > 0 && i % rounds_between_questions == 0 && options.enough(race.times())) break;
    race.round();
  }
  return race.summaries();
}

int rotating_copies(const DeviceInfo& device, std::uint64_t bytes) {
  const std::uint64_t each = std::max<std::uint64_t>(bytes, 1);
  const std::uint64_t wanted = std::clamp<std::uint64_t>(rotating_bytes / each + 1, 2, 64);
  return static_cast<int>(std::clamp<std::uint64_t>(device.global_memory / 4 / each, 1, wanted));
}

}  // namespace lenslet
