// An op as its folder describes it: any number of inputs and outputs, each an image or an array.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/device.hpp>
#include <lenslet/plot.hpp>
#include <lenslet/verify.hpp>

#include "array/fill.hpp"
#include "op/arguments.hpp"
#include "op/graph.hpp"
#include "op/maker.hpp"
#include "op/problem.hpp"
#include "op/schedule.hpp"
#include "op/space.hpp"
#include "op/values.hpp"

namespace lenslet::ops {
struct Filter;
}
namespace lenslet::point {
struct Function;
}

namespace lenslet::op {

// What decides an op's code: never what its inputs hold.
struct Instance {
  Arguments arguments;
  Types inputs;
  Types outputs;
  Alpha alpha = Alpha::keep;  // what becomes of the alpha channel of images
};

// A choice of the schedule. Values are words, or numbers, all of them positive.
struct Dimension {
  std::string name;
  std::vector<std::string> values;
};
using Dimensions = std::vector<Dimension>;

// Inputs that an op is tuned and measured with.
struct Typical {
  ElementType type = ElementType::f32;
  std::int64_t elements = std::int64_t{1} << 24;  // of the first one, where nobody says how many

  // Of about so many elements; absent: each input has them all, in one side.
  std::function<std::vector<ArrayType>(const Arguments&, ElementType, std::int64_t elements)> shapes = {};

  // What the inputs may hold; the first when they are timed.
  std::vector<array::Fill> fills = {std::begin(array::fills), std::end(array::fills)};
};

// A call with inputs that are likely to show what is wrong with it.
struct Case {
  Call call;
  std::vector<HostValue> inputs;
  std::string what;  // "1000 f32, sorted"
  std::optional<Alpha> alpha = {};
};

// An op of arrays with its inputs and what was made of them.
struct Solved {
  Instance problem;
  std::vector<Array> inputs, outputs;
};

// How an op that sees all of its image is computed in parts of it: what is counted of each part, and which op makes
// every part of the results once all are counted.
struct Counting {
  std::function<std::size_t(const Instance&)> size;  // of the counts; 0: these arguments need none
  std::function<void(const Instance&, const ImageView& part, std::span<std::uint64_t> counts)> add;
  std::function<Call(const Instance&, std::span<const std::uint64_t> counts)> then;
};

struct Op {
  OpInfo info;

  // The names of the inputs that these arguments need; absent: all that the op can have.
  std::function<std::vector<std::string>(const Arguments&)> inputs = {};

  // The call with what the first inputs alone say of it, see implied_call(); absent: nothing.
  std::function<Call(Call, const std::vector<ArrayType>& first)> implied = {};

  // The call with what the inputs' elements say of it, see call_for(); absent: nothing.
  std::function<Call(Call, const HostValues& inputs)> called = {};

  // What a user should know of the result, see remark_on(); absent: never anything.
  std::function<std::string(const Instance&, const HostValues& outputs)> remark = {};

  // What a user should know before it runs, see WorkOutput::note; absent: never anything.
  std::function<std::string(const Instance&)> note = {};

  // Throws invalid_argument, with the value and what is allowed, for inputs that do not go together; unsupported is
  // what the device lacks. Each input is of the kind that `info` says.
  std::function<Types(const Arguments&, const Types& inputs)> outputs = {};

  // All choices; and the one that runs untuned.
  std::function<Dimensions(const Instance&, const DeviceInfo&)> space = {};
  std::function<DimensionSchedule(const Instance&, const DeviceInfo&)> initial = {};

  // The named rule by which this device or problem cannot have the schedule; nothing where it can. Absent: all can.
  std::function<std::optional<Exclusion>(const Instance&, const DeviceInfo&, const DimensionSchedule&)> rule = {};

  // What can become of alpha; the first where a call does not say it.
  std::vector<Alpha> alphas = {Alpha::keep, Alpha::filter};

  // Its stages serve images of every size, and outputs have the size of the inputs.
  bool every_size = false;

  // Its outputs are made whole: a region of them is refused.
  bool whole = false;

  // The stages of the work. Several may be made of one schedule, which then build the same programs in the same order.
  std::function<Graph(const Instance&, const DimensionSchedule&, const Maker&)> make = {};

  // The rectangle of the inputs that a region of the first output reads, both in pixels; absent: what `info` says.
  std::function<Rect(const Instance&, const Rect& region)> reads = {};

  // Of an op that sees all of its only image; absent: it cannot be computed in parts.
  std::optional<Counting> counting = {};

  // Where the results lie in the first input. Absent: images of its size pixel over pixel, and so arrays whose elements
  // are made of those at their own place; of others it is not known.
  std::function<Placement(const Instance&)> placement = {};

  // What is wrong with the outputs; nothing where all is right. Plain loops: the truth.
  std::function<std::optional<std::string>(const Instance&, const HostValues& inputs, const HostValues& outputs)>
      mismatch = {};

  // Where there is no truth, and `mismatch` finds everything right, the schedule that proves the others: their results
  // are its results, or lie so near, see Parts.
  std::optional<DimensionSchedule> plainest = {};
  double tolerance = 0;

  // Of an op whose kernels users bring: tells one text of them from another.
  std::string version = {};

  // A picture of the result for people; absent where there is none.
  std::function<Plot(const Instance&, const std::vector<Array>& inputs, const std::vector<Array>& outputs)> plot = {};

  // For verification: of awkward sizes, every type and adversarial values; the more, the more effort. The first is
  // what is shown as an example.
  std::function<std::vector<Case>(int effort)> cases = {};

  Typical typical = {};

  // The same with some of these rows of the outputs alone, where `mismatch` takes long; absent: no.
  std::function<Solved(const Solved&, const std::vector<std::int64_t>& rows)> part = {};

  // The least that must be moved, in bytes; absent: each input and output once.
  std::function<std::uint64_t(const Instance&)> bytes = {};

  // Of a family with problems of its own, instead of all above but `info`; whether a call is for images of one size
  // alone, where some are; and what proves an op, if not cases_of(). `outputs` is then there where `point` is.
  std::function<ProblemPtr(const Op&, const Work&)> problem = {};

  // The op as a function of the pixels at one place, which pipelines put into the launches of others; absent: it is
  // none.
  std::function<point::Function(const Instance&)> point = {};

  std::shared_ptr<const ops::Filter> filter = {};  // of the stencil family: what it was made from; null for other ops

  std::function<bool(const Op&, const Call&)> for_one_size = {};
  std::function<std::vector<VerifyCase>(const Op&, const DeviceInfo&, int effort)> proofs = {};

  // The problem of a call that leaves missing samples out, see OpOptions::nodata; absent: that is refused.
  std::function<ProblemPtr(const Op&, const Work&)> masked = {};
};

// Made by CMake from the lines of core/ops/CMakeLists.txt: those of images in alphabetical order, then those of arrays.
std::span<const Op> registry();

// An op that the text itself defines, such as a pipeline or the path of a user's filter; null where it is the text of
// none. See core/user.
const Op* made_op(std::string_view text);

// The users' filters that stand in a name but are in no file, as texts, and how another process makes them known.
std::vector<std::string> texts_in(std::string_view name);
void add_text(const std::string& text);

// By its full name, or by its own; of two that share a name, the one whose first input is of this kind.
const Op& find(std::string_view name, ValueKind first);

// The op that the call of the work means, on its inputs. Throws invalid_argument for an unknown one, and for inputs
// that it does not take.
ProblemPtr problem_of(const Work& work);

// Whether a call leaves missing samples out, and whether its inputs may miss some: integers without a value do not. The
// op's problem as if none did; and the refusal, with the reason.
bool leaves_out(const OpOptions& options);
bool may_miss(const Op& op, const Work& work);
ProblemPtr unmasked_problem(const Op& op, Work work);
[[noreturn]] void refuse_missing(const OpInfo& op, std::string_view reason);

// Whether plans of the call are for the size of their images alone. The border `discard` makes them so, too.
bool is_for_one_size(const Op& op, const Call& call);

// Throws invalid_argument where the inputs are not as many, or not of the kinds, that the op has.
void check_inputs(const Op& op, const std::vector<std::string>& names, const std::vector<ValueType>& inputs);

// What the op's rule says.
std::optional<Exclusion> excluded(const Op& op, const Instance& problem, const DeviceInfo& device,
                                  const DimensionSchedule& schedule);

// Types of inputs for tuning, of about so many elements; 0: as many as the op is usually called with.
std::vector<ArrayType> typical_inputs(const Op& op, const Call& call, ElementType type, std::int64_t elements = 0);

// The op's least bytes, or those of all inputs and outputs.
std::uint64_t min_bytes(const Op& op, const Instance& problem);

// Where an output lies in the first input.
Placement placement_of(const Op& op, const Instance& problem, std::size_t output);

// Checked arguments, inputs and outputs.
Instance instance_of(const Op& op, const Call& call, const Types& inputs, Alpha alpha = Alpha::keep);

// What becomes of the first input's alpha: what the call says, else the first that is allowed. Throws invalid_argument,
// with the reason, where the call says another one.
Alpha alpha_of(const OpInfo& op, const Work& work, std::span<const Alpha> allowed, std::string_view reason);
Alpha alpha_of(const Op& op, const Work& work);

// Throws invalid_argument where a call allows results that are not exact and that has no meaning; `allowed` names those
// that have one.
[[noreturn]] void refuse_accuracy(const OpInfo& op, Accuracy accuracy, const std::string& reason,
                                  const std::string& allowed = "exact");

}  // namespace lenslet::op
