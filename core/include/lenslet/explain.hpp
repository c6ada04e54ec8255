// Why an op runs as it does on a device, and how far its time is from the device's limit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/measure.hpp>
#include <lenslet/session.hpp>
#include <lenslet/tune.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

// A schedule that a rule excludes.
struct Excluded {
  std::string schedule;
  std::string rule;    // its name: "local-memory"
  std::string reason;  // one sentence
};

// One way to put the ops of a pipeline together: which launches there are, and what they take.
struct Arrangement {
  struct Unit {
    std::string name;         // "gradient + threshold"
    std::uint64_t bytes = 0;  // the least that it must move
  };
  std::string name;      // "fused", "points", "apart", "tables", "loads", "windows" or "joined": see docs/pipelines.md
  std::string schedule;  // the one that runs untuned
  std::vector<Unit> units;
  std::uint64_t bytes = 0;  // of all units together
  Measurement now;
};

// A task of a graph: an op of a pipeline, or a stage of an op.
struct Task {
  std::string name;                  // "gaussian"
  std::vector<std::size_t> after;    // tasks that must end first, for example because it takes their results
  std::vector<std::string> outputs;  // types of what it makes: "u8 x 3, 640 x 480"; empty for stages
  std::optional<std::size_t> unit;   // of a pipeline: tasks of one number share launches
};

struct Explanation {
  std::string schedule;  // the chosen one
  Origin origin = Origin::device_class;
  std::string reason;    // Plan::reason()
  std::string accuracy;  // Plan::accuracy()
  Measurement now;       // the chosen schedule, measured here and now

  std::vector<Arrangement> arrangements;  // of a pipeline, the untuned one first; empty for a single op

  std::vector<Task> tasks;   // of a pipeline: its ops and what they take of each other; of an op: its stages in order
  std::string source;        // the OpenCL C: Plan::source()
  std::size_t programs = 1;  // number of programs in `source`; -DPROGRAM=1 compiles the second

  std::vector<std::string> stages;  // what a launch puts into the queue, in order: Plan::stages()
  std::uint64_t scratch_bytes = 0;  // device memory that the plan keeps between its stages, for the first input's size

  std::vector<Trial> trials;       // stored for this case: those timed in turns, each Standing::look, then failures
  std::vector<Excluded> excluded;  // schedules that differ from the chosen one along one axis

  // Counts each input and output sample once. For ops of arrays: bytes per element of the first input.
  double bytes_per_pixel = 0;
  double operations_per_pixel = 0;  // a multiplication and an addition count as two; 0 for ops of arrays
  bool operations_known = false;    // false: operations_per_pixel is a lower bound, one for each pixel of the window
  double copy_rate = 0;             // bytes per second of the device's own copy, measured
  double operation_rate = 0;        // f32 operations per second of multiply-adds in registers, measured

  double memory_ms = 0;      // time of the bytes at the copy rate
  double arithmetic_ms = 0;  // time of the operations at the operation rate

  double floor_ms() const;  // the larger of the two times: no schedule is faster, unless caches hold the image
  double distance() const;  // the measured time divided by floor_ms()
};

// Runs the op and measures the device, which takes up to a few seconds. A schedule in the work's options is forced.
// Throws as Session::plan() does.
Explanation explain(const Session& session, const Work& work);

}  // namespace lenslet
#pragma GCC visibility pop
