// How fast an op is on a device: proved right first, then launched over and over on inputs that take turns.
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

namespace lenslet {

struct Measurement {
  Outcome outcome = Outcome::correct;  // the times mean nothing unless it is correct
  std::string detail;                  // why it is not
  std::string schedule;                // the one that ran, or could not
  Origin origin = Origin::forced;      // where it came from, and
  std::string reason;                  // why it was chosen: Plan::reason()
  Measured time;
  double call_ms = 0;       // median by the host's clock round a call that is waited for
  std::uint64_t bytes = 0;  // the least that must be moved, as Timing::bytes

  double bytes_per_second() const;  // at the median time
};

struct MeasureOptions {
  int repeats = 20;  // launches that count, at least 1; those that warm up come before
  int images = 4;    // inputs, and as many outputs, which take turns so that none waits in a cache; at least 1
  double limit_seconds = std::numeric_limits<double>::infinity();  // then three launches that count do; over 0
};

class Stopwatch;

// Measures works on inputs that hold numbers at random, and keeps these inputs for the next work of the same types. It
// is not safe to share between threads.
class Meter {
 public:
  // Throws invalid_argument for an option out of its range.
  explicit Meter(const Session& session, const MeasureOptions& options = {});
  ~Meter();

  // Proves the work's schedule right, then times it. A wrong result, a failed build or launch, and a schedule that a
  // rule excludes are outcomes; all else throws, as Session::plan does.
  Measurement measure(const Work& work);

 private:
  Session session_;
  MeasureOptions options_;
  std::shared_ptr<Stopwatch> stopwatch_;
};

}  // namespace lenslet
