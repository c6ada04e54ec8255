// An op on inputs of known types, as its family computes it: all that sessions, the tuner, proof and the store know of
// an op. A family implements Problem and Computation.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lenslet/device.hpp>
#include <lenslet/work.hpp>

#include "ocl/program.hpp"
#include "op/epilogue.hpp"
#include "op/space.hpp"
#include "op/values.hpp"

namespace lenslet::op {

// How programs are made: through a session's caches.
using Build = std::function<ocl::BuildResult(const std::string& source, const std::string& options)>;

struct LaunchShape;

// Kernels with what their launches need. Threads may share it.
class Computation {
 public:
  virtual ~Computation() = default;

  // Puts all launches into the queue; for a region into outputs of its size, where the op has regions. Throws
  // invalid_argument for values that are not of the problem's types.
  virtual Launch launch(const DeviceValues& inputs, const DeviceValues& outputs,
                        const std::optional<Rect>& region) const = 0;

  // Whether it can compute a region of its outputs by itself: where they and the inputs are images.
  virtual bool has_regions() const { return false; }

  // The rectangle of inputs of that size that a region of the outputs reads, in pixels.
  virtual Rect reads(const Rect&, Size whole) const { return {0, 0, whole.width, whole.height}; }

  // In which storage images are read without a copy.
  virtual Storage input_storage() const { return Storage::buffer; }
  virtual Storage output_storage() const { return Storage::buffer; }

  // The stages that it puts into the queue, by name.
  virtual std::vector<std::string> stages() const = 0;

  // Device memory that is kept between launches, for such ones.
  virtual std::uint64_t scratch_bytes(const LaunchShape&) const { return 0; }

  // Takes that memory before the first launch. It grows with launches, and what a larger one is made in place of lives
  // until kernels in the queue have ended: who launches ever larger ones, and counts memory, reserves it.
  virtual void reserve(const LaunchShape&) const {}
};

class Problem;

// A problem with what its inputs hold.
struct Sample {
  std::shared_ptr<const Problem> problem;
  std::vector<HostValue> inputs;
  std::string what;  // for messages: "1021 f32, sorted"
};

// One of the problems that another is made of, with the values that it takes and makes: numbers, of which the inputs of
// the whole are the first.
struct Part {
  std::shared_ptr<const Problem> problem;
  std::optional<AnySchedule> schedule;  // absent: the one that runs untuned
  std::vector<std::size_t> inputs, outputs;
};

struct Parts {
  std::vector<Part> all;             // each after those whose outputs it takes
  std::vector<std::size_t> outputs;  // of the whole

  // How far results may be off, as a share of the larger of white and the sample; integers then by a level, too. With 0
  // they are the same numbers, and where it is absent the same bits.
  std::optional<double> tolerance = {};
};

// One way in which the parts of a problem are put together, as it runs untuned: its launches' problems one after the
// other, with the least bytes that each moves.
struct Assembly {
  std::string name;
  AnySchedule schedule;
  std::vector<std::pair<std::string, std::uint64_t>> units;
};

// The first step to computing in parts what sees all of an image: the image is made part by part, something is counted
// of each part, and by the counts the work becomes one that no longer sees this image whole.
struct Merging {
  std::string op;                   // that sees the image
  std::optional<Work> before;       // makes it; absent: it is the input
  std::vector<std::size_t> inputs;  // of the whole work, that this takes; or the one input
  std::size_t counts = 0;           // how many
  std::function<void(const ImageView& part, std::span<std::uint64_t> counts)> add;
  std::function<Work(std::span<const std::uint64_t> counts)> then;
};

// The least that has to be done, whatever the schedule.
struct Effort {
  std::uint64_t bytes = 0;        // each input and output once
  double operations = 0;          // of f32; a multiplication and an addition count as two
  bool operations_known = false;  // else the true number is larger
  double elements = 1;            // pixels, or elements of the first input, that both are shared among
};

class Problem {
 public:
  explicit Problem(Work work) : work_(std::move(work)) {}
  virtual ~Problem() = default;
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  const Work& work() const { return work_; }
  const std::vector<ValueType>& inputs() const { return work_.inputs; }
  virtual std::string op() const = 0;  // its full name: "gaussian", "reduce.sum"
  virtual std::vector<std::string> output_names() const = 0;
  virtual std::vector<ValueType> outputs() const = 0;
  virtual Placement placement(std::size_t output) const = 0;  // see WorkOutput
  virtual std::string note() const { return {}; }             // what a user should know before it runs
  virtual bool serves_every_size() const { return true; }     // whether its plans take images of other sizes, too
  virtual Effort effort() const = 0;

  // What a time is stored and found under, beside the device: what of arguments, types and options decides speed; the
  // size that it was taken for; and how many doublings of that away it still says something.
  virtual std::string speed_text() const = 0;
  virtual Size extent() const = 0;
  virtual std::string extent_text(Size extent) const = 0;
  virtual int reach() const = 0;

  // The schedule that a text spells, be it one that can run or not: the one place where a text becomes a schedule.
  // Throws invalid_argument, which names the word at fault and what may stand there, for a text that is none.
  virtual AnySchedule parse_schedule(const std::string& spelling, const DeviceInfo& device) const = 0;

  // Its schedules: those that the rules let pass and whose spellings fit a pattern; why not, of any other; the one that
  // runs untuned; and others that are promising.
  virtual std::unique_ptr<Space> space(const DeviceInfo& device, const std::string& pattern = "*") const = 0;
  virtual std::optional<Exclusion> excluded(const AnySchedule& schedule, const DeviceInfo& device) const = 0;
  virtual Choice untuned(const DeviceInfo& device) const = 0;
  virtual std::vector<AnySchedule> promising(const DeviceInfo&) const { return {}; }

  // How exact the schedule's results are, in words, and why they are no less so where the call allows it.
  virtual std::string accuracy(const AnySchedule&) const { return "exact"; }

  // Schedules with the same results whose programs serve other parameters, too: the fastest first, the one that serves
  // most last.
  virtual std::vector<Choice> general(const AnySchedule&, const DeviceInfo&) const { return {}; }

  // What decides how programs are launched, beside the programs; nothing where that is not known to be all.
  virtual std::optional<std::string> launch_text(const AnySchedule&) const { return {}; }

  // Of a problem that is proved by its parts: what it is made of. Each part is proved by itself, and the whole by
  // having the parts' bits. Then nobody asks for mismatch(). A problem that has no reference is made of itself by its
  // plainest schedule.
  virtual Parts parts(const AnySchedule&) const { return {}; }

  // The ways in which such a problem's parts can be put together, the one that runs untuned first.
  virtual std::vector<Assembly> ways(const DeviceInfo&) const { return {}; }

  // What makes it a work that can be computed in parts, as often as there is such a step; nothing where it is one, or
  // cannot be. The problem must outlive the result.
  virtual std::optional<Merging> merging() const { return {}; }

  // The same with point functions behind its one result, in the same launches; null where it cannot have them. Such a
  // problem has no reference: pipelines are proved by their ops.
  virtual std::shared_ptr<const Problem> followed_by(const Epilogue&) const { return {}; }

  // Other problems without a reference, each null where there is none: the same with point functions in front of its
  // one input; the same on what another problem of one output makes, computed wherever it is needed; and what this
  // problem and then another one make of one input.
  virtual std::shared_ptr<const Problem> preceded_by(const Prologue&) const { return {}; }
  virtual std::shared_ptr<const Problem> fed_by(const Problem&) const { return {}; }
  virtual std::shared_ptr<const Problem> joined_with(const Problem&) const { return {}; }

  // The schedules by which this problem, and then the one that it was joined with or is fed by, make the same bits by
  // themselves.
  virtual std::vector<AnySchedule> schedules_alone(const AnySchedule& schedule) const { return {schedule}; }

  // Of a problem that is fed: whether by its untuned schedule it is known to be faster than two launches.
  virtual bool gains_fed(const DeviceInfo&) const { return false; }

  // The schedule, which no rule excludes, made ready. The queue outlives the result.
  virtual std::unique_ptr<Computation> make(const ocl::Queue& queue, const AnySchedule& schedule,
                                            const Build& build) const = 0;

  // Inputs to time it with, and the same op on few awkward inputs to prove a schedule with.
  virtual std::vector<HostValue> typical() const = 0;
  virtual std::vector<Sample> small_samples(const AnySchedule& schedule) const = 0;

  // How many elements a proof goes through on the host; none where it only looks at some.
  virtual std::int64_t elements_of_proof() const { return 0; }

  // Whether inputs may hold what the op refuses, as a fit has no use for NaN.
  virtual bool refuses_contents() const { return false; }

  // What is wrong with outputs, by the op's reference in double precision; nothing where all is right. Of large
  // outputs, whose reference takes minutes, only some are looked at: where they differ from `proven`, which is right,
  // or places all over where that is empty.
  virtual std::optional<std::string> mismatch(const std::vector<HostValue>& inputs,
                                              const std::vector<HostValue>& outputs) const = 0;
  virtual std::optional<std::string> mismatch_in_large(const std::vector<HostValue>& inputs,
                                                       const std::vector<HostValue>& outputs,
                                                       const std::vector<HostValue>& proven) const = 0;

 private:
  Work work_;
};

using ProblemPtr = std::shared_ptr<const Problem>;

// The schedule that a text spells, which anybody may have written; nothing where it is none, or the device cannot run
// it.
std::optional<AnySchedule> runnable(const Problem& problem, const DeviceInfo& device, const std::string& spelling);

// Whether all are images of one size, of which a region is the same rectangle.
inline bool have_one_size(const std::vector<ValueType>& outputs) {
  const auto* first = std::get_if<ImageType>(&outputs.front());
  return first && std::ranges::all_of(outputs, [&](const ValueType& output) {
           const auto* image = std::get_if<ImageType>(&output);
           return image && image->size == first->size;
         });
}

}  // namespace lenslet::op
