// An op on inputs of known types, as its family computes it. Sessions, the tuner, proofs and the store know nothing
// else of an op. Each family implements Problem and Computation.
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

#pragma GCC visibility push(default)
namespace lenslet::op {

// Builds a program, through the session's caches.
using Build = std::function<ocl::BuildResult(const std::string& source, const std::string& options)>;

struct LaunchShape;

// Kernels, and what their launches need. Threads may share it.
class Computation {
 public:
  virtual ~Computation() = default;

  // Puts all launches into the queue. With a region the outputs have the region's size, where the op has regions.
  // Throws invalid_argument for values that are not of the problem's types.
  virtual Launch launch(const DeviceValues& inputs, const DeviceValues& outputs,
                        const std::optional<Rect>& region) const = 0;

  // Tells whether a region of the outputs can be computed by itself. Inputs and outputs must be images.
  virtual bool has_regions() const { return false; }

  // Returns the rectangle of an input that a region of the outputs is computed from, in pixels. `whole` is the size of
  // the first input.
  virtual Rect reads(const Rect&, Size whole, std::size_t /*input*/) const { return {0, 0, whole.width, whole.height}; }

  // The storages in which images are read, and written, without a copy.
  virtual Storage input_storage() const { return Storage::buffer; }
  virtual Storage output_storage() const { return Storage::buffer; }

  // Names of the stages that it puts into the queue.
  virtual std::vector<std::string> stages() const = 0;

  // Returns the device memory that is kept between such launches.
  virtual std::uint64_t scratch_bytes(const LaunchShape&) const { return 0; }

  // Takes that memory before the first launch. Otherwise it grows with launches, and the smaller memory lives until the
  // kernels in the queue have ended. So a caller who counts memory, and launches ever larger images, reserves it.
  virtual void reserve(const LaunchShape&) const {}
};

class Problem;

// A problem with inputs.
struct Sample {
  std::shared_ptr<const Problem> problem;
  std::vector<HostValue> inputs;
  std::string what;  // for messages: "1021 f32, sorted"
};

// One of the problems that another problem is made of. Its inputs and outputs are numbers of values; the whole
// problem's inputs come first.
struct Part {
  std::shared_ptr<const Problem> problem;
  std::optional<AnySchedule> schedule;  // absent: the schedule that runs untuned
  std::vector<std::size_t> inputs, outputs;
};

struct Parts {
  std::vector<Part> all;             // each comes after those whose outputs it takes
  std::vector<std::size_t> outputs;  // numbers of the whole problem's outputs

  // The largest error, as a share of white or of the sample, whichever is larger; integers may also differ by one
  // level. 0: the numbers must be equal. Absent: the bits must be equal.
  std::optional<double> tolerance = {};
};

// One way to put the parts of a problem together, as it runs untuned. `units` are the problems of the launches, in
// order, each with the least bytes that it moves.
struct Assembly {
  std::string name;
  AnySchedule schedule;
  std::vector<std::pair<std::string, std::uint64_t>> units;
};

// The first step towards computing in parts an op that needs the whole of an image. The image is made part by part, and
// something is counted in each part. With the counts, the work becomes one that no longer needs this image whole.
struct Merging {
  std::string op;                   // the op that needs the whole image
  std::optional<Work> before;       // makes that image; absent: it is an input
  std::vector<std::size_t> inputs;  // the whole work's inputs that `before` takes; without `before` the one input
  std::size_t counts = 0;           // number of counts
  std::function<void(const ImageView& part, std::span<std::uint64_t> counts)> add;
  std::function<Work(std::span<const std::uint64_t> counts)> then;
  bool in_order = false;  // rows are added from the first to the last: processes cannot share the counting
};

// The least work that any schedule must do.
struct Effort {
  std::uint64_t bytes = 0;        // each input and output once
  double operations = 0;          // in f32; a multiplication and an addition count as two
  bool operations_known = false;  // false: the true number is larger
  double elements = 1;            // what both are counted per: pixels, or elements of the first input
};

class Problem {
 public:
  explicit Problem(Work work) : work_(std::move(work)) {}
  virtual ~Problem() = default;
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  const Work& work() const { return work_; }
  const std::vector<ValueType>& inputs() const { return work_.inputs; }
  virtual std::string op() const = 0;                // full name: "gaussian", "reduce.sum"
  virtual bool is_of_user() const { return false; }  // see OpInfo::of_user
  virtual std::vector<std::string> output_names() const = 0;
  virtual std::vector<ValueType> outputs() const = 0;
  virtual Placement placement(std::size_t output) const = 0;                  // see WorkOutput
  virtual std::vector<std::string> columns(std::size_t) const { return {}; }  // of an output, see Operand::columns

  // Returns the work with room for so many rows of an output that is counted. Throws invalid_argument where the call
  // says for how many there is room.
  virtual Work with_room(std::size_t output, std::int64_t rows) const;

  virtual std::string note() const { return {}; }          // what a user should know before it runs
  virtual bool serves_every_size() const { return true; }  // whether its plans take images of other sizes, too
  virtual Effort effort() const = 0;

  // The key of a stored time, without the device. speed_text() says which arguments, types and options decide the
  // speed. extent() is the size that a time is for. reach() is how many doublings of size away a time still says
  // something.
  virtual std::string speed_text() const = 0;
  virtual Size extent() const = 0;
  virtual std::string extent_text(Size extent) const = 0;
  virtual int reach() const = 0;

  // Returns the schedule that a text spells, even if it cannot run here. Nothing else makes a schedule of a text.
  // Throws invalid_argument for a text that is no schedule, and names the wrong word and what is allowed.
  virtual AnySchedule parse_schedule(const std::string& spelling, const DeviceInfo& device) const = 0;

  // The schedules. space() has those that the rules allow and whose spellings fit a pattern; the problem must outlive
  // it. excluded() says why another one cannot run, and throws invalid_argument for one of another op. untuned() is the
  // schedule that runs untuned; promising() returns others to try first.
  virtual std::unique_ptr<Space> space(const DeviceInfo& device, const std::string& pattern = "*") const = 0;
  virtual std::optional<Exclusion> excluded(const AnySchedule& schedule, const DeviceInfo& device) const = 0;
  virtual Choice untuned(const DeviceInfo& device) const = 0;
  virtual std::vector<AnySchedule> promising(const DeviceInfo&) const { return {}; }

  // Tells whether two schedules give the same bits on one device; false where that is not known.
  virtual bool have_same_bits(const AnySchedule& a, const AnySchedule& b) const { return a == b; }

  // Says how exact the schedule's results are, and why they are not less exact where the call allows that.
  virtual std::string accuracy(const AnySchedule&) const { return "exact"; }

  // Returns schedules with the same results whose programs also serve other parameters: the fastest first, the most
  // general last.
  virtual std::vector<Choice> general(const AnySchedule&, const DeviceInfo&) const { return {}; }

  // Returns what decides how programs are launched, besides the programs; absent where this is not known completely.
  virtual std::optional<std::string> launch_text(const AnySchedule&) const { return {}; }

  // Returns the parts of a problem that is proved by its parts. Each part is proved by itself, and the whole must have
  // the parts' bits; mismatch() is then not used. A problem without a reference is its own part, with its plainest
  // schedule.
  virtual Parts parts(const AnySchedule&) const { return {}; }

  // Returns the ways to put the parts of such a problem together. The one that runs untuned comes first.
  virtual std::vector<Assembly> ways(const DeviceInfo&) const { return {}; }

  // Returns the next step towards a work that can be computed in parts. Absent where the work already can be, or never
  // can be. The problem must outlive the result.
  virtual std::optional<Merging> merging() const { return {}; }

  // Returns the same problem with point functions behind its only result, in the same launches; null where that is
  // impossible. Such a problem has no reference: pipelines are proved by their ops.
  virtual std::shared_ptr<const Problem> followed_by(const Epilogue&) const { return {}; }

  // More problems without a reference; each is null where it is impossible. preceded_by() has point functions in front
  // of its only input. fed_by() computes its input from another problem of one output wherever it needs it.
  // joined_with() makes what this problem and another one make of the same input.
  virtual std::shared_ptr<const Problem> preceded_by(const Prologue&) const { return {}; }
  virtual std::shared_ptr<const Problem> fed_by(const Problem&) const { return {}; }
  virtual std::shared_ptr<const Problem> joined_with(const Problem&) const { return {}; }

  // For a problem that is joined or fed: the schedules with which its two problems make the same bits by themselves,
  // this one's first.
  virtual std::vector<AnySchedule> schedules_alone(const AnySchedule& schedule) const { return {schedule}; }

  // For a problem that is fed: tells whether its untuned schedule is known to be faster than two launches.
  virtual bool gains_fed(const DeviceInfo&) const { return false; }

  // Makes a schedule ready that no rule excludes. The queue must outlive the result.
  virtual std::unique_ptr<Computation> make(const ocl::Queue& queue, const AnySchedule& schedule,
                                            const Build& build) const = 0;

  // typical() returns inputs for timing. small_samples() returns the same op on a few awkward inputs, to prove a
  // schedule.
  virtual std::vector<HostValue> typical() const = 0;
  virtual std::vector<Sample> small_samples(const AnySchedule& schedule) const = 0;

  // Returns how many elements a proof reads on the host; 0 where it only looks at some.
  virtual std::int64_t elements_of_proof() const { return 0; }

  // Tells whether the op refuses some contents of inputs, as a fit refuses NaN.
  virtual bool refuses_contents() const { return false; }

  // Returns what is wrong with outputs, by the op's reference in double precision; absent where all is right. For large
  // outputs, where the reference would take minutes, mismatch_in_large() only looks at some places: those that differ
  // from `proven`, which is right, or, where `proven` is empty, places all over.
  virtual std::optional<std::string> mismatch(const std::vector<HostValue>& inputs,
                                              const std::vector<HostValue>& outputs) const = 0;
  virtual std::optional<std::string> mismatch_in_large(const std::vector<HostValue>& inputs,
                                                       const std::vector<HostValue>& outputs,
                                                       const std::vector<HostValue>& proven) const = 0;

 private:
  Work work_;
};

using ProblemPtr = std::shared_ptr<const Problem>;

// Whoever uses an op holds it, because no table keeps an op whose text has been replaced. Ops of the registry exist
// until the process ends, and a pointer to one of them owns nothing.
struct Op;
using OpPtr = std::shared_ptr<const Op>;

// Returns the schedule that a text of a file or the store spells. Absent where the text is no schedule, and where the
// device cannot run it.
std::optional<AnySchedule> runnable(const Problem& problem, const DeviceInfo& device, const std::string& spelling);

// Tells whether all are images of one size. A region is then the same rectangle of each.
inline bool have_one_size(const std::vector<ValueType>& outputs) {
  const auto* first = std::get_if<ImageType>(&outputs.front());
  return first && std::ranges::all_of(outputs, [&](const ValueType& output) {
           const auto* image = std::get_if<ImageType>(&output);
           return image && image->size == first->size;
         });
}

}  // namespace lenslet::op
#pragma GCC visibility pop
