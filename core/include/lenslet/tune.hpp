// Finds the fastest schedule on a device, and reports what was measured on the way.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/verify.hpp>
#include <lenslet/work.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

// Milliseconds of one call, all launches together, by the device's clock.
struct Measured {
  double median_ms = 0;
  double low_ms = 0;   // lower quartile
  double high_ms = 0;  // upper quartile
  int samples = 0;
  bool host_clock = false;  // the driver gives no times: the host's clock round a call that is waited for
};

// One schedule that was tried. Only a correct one has a time.
struct Trial {
  std::string schedule;
  Outcome outcome = Outcome::excluded;
  Measured time;
  std::string detail;  // the first wrong sample, the error, the rule that excludes the schedule, or the standing
};

// How a correct schedule did against others. Only schedules that were timed in turns are compared. A `look` is one
// short timing by itself, and decides nothing.
enum class Standing : std::uint8_t {
  look,  // it was timed by itself
  won,   // the fastest, or the simplest of those that tie with it
  tied,  // its median is at most 5% above the fastest one's, and the difference may be noise
  lost,
};

std::string_view name_of(Standing standing);
Standing standing_of(const Trial& trial);  // look, unless the trial was timed in turns

struct TuneProgress {
  int tried = 0;  // candidates so far
  double seconds = 0;
  const Trial* best = nullptr;  // the fastest correct one; null while there is none
  bool finals = false;          // the best schedules are being timed in turns
};

struct TuneOptions {
  // More than 0. The last part is for timing the best schedules in turns until the order is certain.
  double budget_seconds = 20;
  int candidates = 0;  // how many are tried at most; 0: as many as the time allows
  std::string strategy = "descent";
  std::uint64_t seed = 1;  // of the strategy's random choices
  // A pattern of schedules to try, such as buffer.*.literal.*.v?; * is any text, ? any character. The schedule that
  // runs untuned is tried, too.
  std::string only = "*";
  // A candidate that takes longer counts as hanging; the untuned schedule may take six times as long.
  double candidate_seconds = 10;

  // Candidates are built and launched in a worker process, lenslet-worker. A driver that crashes or hangs then costs
  // one candidate. With false they run in this process, and can end or hang it.
  bool worker = true;

  std::function<void(const TuneProgress&)> progress = {};  // after each candidate
  std::function<bool()> stop = {};  // asked many times a second; once it returns true, tuning ends with what it has
};

enum class TuneEnd : std::uint8_t { time, candidates, complete, stopped };

std::string_view name_of(TuneEnd end);

struct TuneResult {
  std::optional<Trial> winner;  // plans of this case take it from now on; absent where no candidate was correct
  // The untuned schedule, timed in turns with the winner; absent where it was not correct.
  std::optional<Trial> initial;
  std::vector<Trial> trials;  // in the order in which they were tried
  TuneEnd end = TuneEnd::time;
  double seconds = 0;
  int copies = 0;             // sets of inputs, which take turns so that none stays in a cache
  bool worker = true;         // as TuneOptions::worker
  std::string store_problem;  // why the trials are kept for this process only; empty where they are stored
};

struct StrategyInfo {
  std::string_view name;
  std::string_view summary;
};

std::vector<StrategyInfo> tune_strategies();

// Tries schedules of a work until the budget is spent. A candidate can only win if its result agrees with the op's
// double-precision reference. Each trial is stored as soon as it is made. Inputs hold random numbers. A schedule in the
// work's options is ignored. Throws invalid_argument for an option out of range, an unknown strategy, or a pattern that
// fits no schedule. Throws unsupported where the worker is missing, and device where it cannot open the session's
// device.
TuneResult tune_op(const Session& session, const Work& work, const TuneOptions& options = {});

}  // namespace lenslet
#pragma GCC visibility pop
