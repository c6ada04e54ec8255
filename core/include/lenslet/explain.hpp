// Why an op runs as it does on a device, and how far that is from what the device allows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/measure.hpp>
#include <lenslet/session.hpp>
#include <lenslet/tune.hpp>

namespace lenslet {

// A schedule that a rule excludes.
struct Excluded {
  std::string schedule;
  std::string rule;    // its name: "local-memory"
  std::string reason;  // one sentence
};

// A way to put the ops of a pipeline together: what is launched, and what it takes.
struct Arrangement {
  struct Unit {
    std::string name;         // "gradient + threshold"
    std::uint64_t bytes = 0;  // the least that it moves
  };
  std::string name;      // "fused", "points", "apart", "tables", "loads", "windows" or "joined": see docs/pipelines.md
  std::string schedule;  // untuned
  std::vector<Unit> units;
  std::uint64_t bytes = 0;  // of all units
  Measurement now;
};

// A task of a graph: an op of a pipeline, or a stage of an op.
struct Task {
  std::string name;                  // "gaussian"
  std::vector<std::size_t> after;    // the tasks whose results it takes, or that must have ended before it
  std::vector<std::string> outputs;  // what it makes: "u8 x 3, 640 x 480"; empty for stages
  std::optional<std::size_t> unit;   // of a pipeline: the launches that it shares with tasks of the same number
};

struct Explanation {
  std::string schedule;  // the chosen one
  Origin origin = Origin::device_class;
  std::string reason;    // Plan::reason()
  std::string accuracy;  // Plan::accuracy()
  Measurement now;       // of the chosen schedule, as it runs here and now

  std::vector<Arrangement> arrangements;  // of a pipeline, the one that runs untuned first; empty for an op

  std::vector<Task>
      tasks;           // of a pipeline its ops with what they take of each other; of an op the stages in their order
  std::string source;  // the OpenCL C as one text: Plan::source()
  std::size_t programs = 1;  // that it has: -DPROGRAM=1 compiles the second

  std::vector<std::string> stages;  // what a launch puts into the queue, in order: Plan::stages()
  std::uint64_t scratch_bytes = 0;  // what the plan keeps between its stages, for the first input's size

  std::vector<Trial> trials;  // what is stored for this case: what was timed in turns, then looks, then what failed
  std::vector<Excluded> excluded;  // those one step away from the chosen schedule, along any axis

  double bytes_per_pixel = 0;       // each input and output sample once; for ops of arrays, per element of the first
  double operations_per_pixel = 0;  // a multiplication and an addition count as two; 0 for ops of arrays
  bool operations_known = false;    // false: they are the least that the op can need, one for each pixel of the window
  double copy_rate = 0;             // bytes per second of the device's own copy, measured
  double operation_rate = 0;        // f32 operations per second of multiply-adds in registers, measured

  double memory_ms = 0;      // what the bytes take at the copy rate
  double arithmetic_ms = 0;  // what the operations take at the operation rate

  double floor_ms() const;  // the larger of the two times: no schedule is faster, unless caches hold the image
  double distance() const;  // the measured time as a multiple of the floor
};

// Runs the op and measures the device, which takes up to a few seconds. A schedule in the work's options is forced.
// Throws as Session::plan does.
Explanation explain(const Session& session, const Work& work);

}  // namespace lenslet
