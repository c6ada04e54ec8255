// How fast an op is on a device. The result is proved right first; then the op is launched many times on several inputs
// in turns.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/session.hpp>
#include <lenslet/tune.hpp>
#include <lenslet/verify.hpp>
#include <lenslet/work.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

struct Measurement {
  Outcome outcome = Outcome::correct;  // the times mean something only where this is correct
  std::string detail;                  // why the outcome is not correct
  std::string schedule;                // the schedule that ran, or that could not run
  Origin origin = Origin::forced;      // where the schedule came from
  std::string reason;                  // why the schedule was chosen: Plan::reason()
  Measured time;
  double call_ms = 0;       // median, by the host's clock round a call that is waited for
  std::uint64_t bytes = 0;  // the least that must be moved: Timing::bytes

  double bytes_per_second() const;  // at the median time
};

struct MeasureOptions {
  int repeats = 20;  // launches that are timed, at least 1; warm-up launches come before
  int images = 4;    // inputs, and as many outputs, used in turns so that none stays in a cache; at least 1
  // More than 0. Once the timed launches have taken this long, three of them are enough.
  double limit_seconds = std::numeric_limits<double>::infinity();
};

class Stopwatch;

// Measures works on inputs of random numbers. It keeps the inputs for the next work of the same types. Only one thread
// may use it at a time.
class Meter {
 public:
  // Throws invalid_argument for an option out of range.
  explicit Meter(const Session& session, const MeasureOptions& options = {});
  ~Meter();

  // Proves the work's schedule right, then times it. A wrong result, a failed build or launch, and a schedule that a
  // rule excludes are outcomes. Other errors are thrown, as Session::plan() throws them.
  Measurement measure(const Work& work);

 private:
  Session session_;
  MeasureOptions options_;
  std::shared_ptr<Stopwatch> stopwatch_;
};

}  // namespace lenslet
#pragma GCC visibility pop
