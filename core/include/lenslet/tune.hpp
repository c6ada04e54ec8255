// Finds the fastest schedule on a device, and tells what it learned about schedules on the way.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/verify.hpp>
#include <lenslet/work.hpp>

namespace lenslet {

// Milliseconds over all launches of one call, by the device's own clock.
struct Measured {
  double median_ms = 0;
  double low_ms = 0;   // lower quartile
  double high_ms = 0;  // upper quartile
  int samples = 0;
  bool host_clock = false;  // the driver times nothing: the host's clock round a call that is waited for
};

// One schedule that was tried. Only a correct one has a time.
struct Trial {
  std::string schedule;
  Outcome outcome = Outcome::excluded;
  Measured time;
  std::string detail;  // the first wrong sample, the error, the rule that excludes the schedule, or its standing
};

// How a correct schedule fared where the best were timed in turns. What was timed in turns with others is compared with
// them; a look, for a moment and by itself, says too little to decide anything.
enum class Standing : std::uint8_t {
  look,  // it was timed by itself
  won,   // the fastest, or the simplest of those that tie with it
  tied,  // its median cannot be told apart from the fastest one's and is at most 5% larger
  lost,
};

std::string_view name_of(Standing standing);
Standing standing_of(const Trial& trial);

struct TuneProgress {
  int tried = 0;  // candidates so far
  double seconds = 0;
  const Trial* best = nullptr;  // the fastest correct one; null while there is none
  bool finals = false;          // the best ones are timed in turns
};

struct TuneOptions {
  double budget_seconds = 20;  // over 0; the last part of it is for timing the best ones in turns, until all is sure
  int candidates = 0;          // at most so many are tried; 0: as the time allows
  std::string strategy = "descent";
  std::uint64_t seed = 1;         // of what the strategy leaves to chance
  std::string only = "*";         // a pattern for schedules: buffer.*.literal.*.v? tries those, and what runs untuned
  double candidate_seconds = 10;  // a candidate that takes longer hangs; what runs untuned may take six times as long

  // Candidates are built and launched in a worker process, lenslet-worker, so that a driver that crashes or hangs costs
  // one candidate. Without it they run in this process and can end or hang it.
  bool worker = true;

  std::function<void(const TuneProgress&)> progress = {};  // after each candidate
  std::function<bool()> stop = {};  // asked many times a second; once true, tuning ends with what it has
};

enum class TuneEnd : std::uint8_t { time, candidates, complete, stopped };

std::string_view name_of(TuneEnd end);

struct TuneResult {
  std::optional<Trial> winner;   // what plans of this case take from now on; nothing where no candidate was correct
  std::optional<Trial> initial;  // what runs untuned, timed in turns with the winner; nothing where it was not correct
  std::vector<Trial> trials;     // in the order in which they were tried
  TuneEnd end = TuneEnd::time;
  double seconds = 0;
  int copies = 0;             // of the inputs, which took turns so that none waited in a cache
  bool worker = true;         // TuneOptions::worker
  std::string store_problem;  // why the trials are kept for this process alone; empty where they are stored
};

struct StrategyInfo {
  std::string_view name;
  std::string_view summary;
};

std::vector<StrategyInfo> tune_strategies();

// Tries schedules of a work until the budget is spent. Every candidate's result is compared with the op's
// double-precision reference before it may win, and every trial is stored as soon as it is made. Inputs hold numbers at
// random. A schedule in the work's options is ignored. Throws invalid_argument for an option out of its range, an
// unknown strategy, or a pattern that no schedule fits; unsupported where the worker is missing.
TuneResult tune_op(const Session& session, const Work& work, const TuneOptions& options = {});

}  // namespace lenslet
