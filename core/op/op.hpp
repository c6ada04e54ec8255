// An op as its folder describes it. It has any number of inputs and outputs; each is an image or an array.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/border.hpp>
#include <lenslet/device.hpp>
#include <lenslet/plot.hpp>
#include <lenslet/verify.hpp>

#include "array/fill.hpp"
#include "op/graph.hpp"
#include "op/maker.hpp"
#include "op/problem.hpp"
#include "op/schedule.hpp"
#include "op/space.hpp"
#include "op/values.hpp"
#include "op/volume.hpp"

#pragma GCC visibility push(default)
namespace lenslet::point {
struct Function;
}
namespace lenslet::stencil {
struct Stencil;
}

namespace lenslet::op {

using ArgumentMap = std::map<std::string, Value>;  // as a call gives them

// A value for every parameter of an op: given or default, of the right kind and in range.
class Arguments {
 public:
  // Throws invalid_argument with the parameter, the value and what is allowed.
  Arguments(const OpInfo& op, const ArgumentMap& given);

  bool flag(std::string_view name) const;
  int integer(std::string_view name) const;
  std::optional<int> integer_or_auto(std::string_view name) const;  // absent: auto
  double real(std::string_view name) const;
  const std::string& text(std::string_view name) const;  // for a choice or a text
  // Each of these is empty where it is left to the op.
  const Numbers& numbers(std::string_view name) const;
  const Matrix& matrix(std::string_view name) const;
  Size size(std::string_view name) const;
  const Curve& curve(std::string_view name) const;
  const Value& get(std::string_view name) const;

 private:
  std::map<std::string, Value, std::less<>> values_;
};

// What an op's code depends on. It does not depend on the inputs' elements.
struct Instance {
  Arguments arguments;
  Types inputs;
  Types outputs;
  Alpha alpha = Alpha::keep;             // what happens to the alpha channel of images
  Border border = usual_border;          // what lies outside of images, where the op looks there
  std::array<double, 4> border_value{};  // as OpOptions has it
};

// One choice of the schedule. Its values are words or positive numbers.
struct Dimension {
  std::string name;
  std::vector<std::string> values;
};
using Dimensions = std::vector<Dimension>;

// The inputs with which an op is tuned and measured.
struct Typical {
  SampleType type = SampleType::f32;
  std::int64_t elements = std::int64_t{1} << 24;  // of the first input, unless the caller gives a number

  // Types for about so many elements. Absent: each input has one side of so many elements.
  std::function<std::vector<ArrayType>(const Arguments&, SampleType, std::int64_t elements)> shapes = {};

  // What the inputs may hold. Times are taken with the first.
  std::vector<array::Fill> fills = {std::begin(array::fills), std::end(array::fills)};
};

// A call and inputs that are likely to show errors.
struct Case {
  Call call;
  std::vector<HostValue> inputs;
  std::string what;        // "1000 f32, sorted"
  OpOptions options = {};  // its schedule and `tune` are those of the verification
};

// An op of arrays with inputs and the outputs that were computed.
struct Solved {
  Instance problem;
  std::vector<Array> inputs, outputs;
};

// How an op that needs the whole image is computed in parts. Something is counted in each part. Then another op, which
// depends on the counts, computes every part.
struct Counting {
  std::function<std::size_t(const Instance&)> size;  // number of counts; 0: these arguments need none
  std::function<void(const Instance&, const ImageView& part, std::span<std::uint64_t> counts)> add;
  std::function<Call(const Instance&, std::span<const std::uint64_t> counts)> then;
};

// How an op that needs all rows of its only image in order is computed in parts. Something is gathered from the rows,
// from the first to the last, or from those of what `before` makes of all inputs. Then another call, which knows it,
// computes every part, or gathers again. Before any row was added, `then` returns a call that computes parts.
struct Gathering {
  std::function<void(const ImageView& rows)> add;
  std::function<Call()> then;
  std::optional<Call> before = {};
};

struct Op {
  OpInfo info;

  // The names of the inputs that these arguments need. Absent: all inputs.
  std::function<std::vector<std::string>(const Arguments&)> inputs = {};

  // Completes the call from the types of its first inputs, see implied_call(). Absent: nothing to add.
  std::function<Call(Call, const std::vector<ArrayType>& first)> implied = {};

  // Completes the call from its inputs' elements, see call_for(). Absent: nothing to add.
  std::function<Call(Call, const HostValues& inputs)> called = {};

  // What a user should know of the result, see remark_on(). Absent: nothing.
  std::function<std::string(const Instance&, const HostValues& outputs)> remark = {};

  // What a user should know before it runs, see WorkOutput::note. Absent: nothing.
  std::function<std::string(const Instance&)> note = {};

  // The types of the outputs. Throws invalid_argument, with the value and what is allowed, for inputs that do not fit
  // together; unsupported is for what the device lacks. Each input already is of the kind that `info` says.
  std::function<Types(const Arguments&, const Types& inputs)> outputs = {};

  // All dimensions of the schedules, and the schedule that runs untuned.
  std::function<Dimensions(const Instance&, const DeviceInfo&)> space = {};
  std::function<DimensionSchedule(const Instance&, const DeviceInfo&)> initial = {};

  // The rule that excludes the schedule on this device or for this problem, if any. Absent: all schedules can run.
  std::function<std::optional<Exclusion>(const Instance&, const DeviceInfo&, const DimensionSchedule&)> rule = {};

  // The allowed ways to treat alpha. The first is the default.
  std::vector<Alpha> alphas = {Alpha::keep, Alpha::filter};

  // The borders that the op knows. The first is its default. Empty: nothing of it looks outside the image.
  std::vector<Border> borders = {};

  // Whether a work only copies pixels: then it knows no border, and keeps alpha. Absent: `alphas` and `borders` count.
  std::function<bool(const Work&)> copies = {};

  // Tells whether a sample of the result depends on other channels of the image than its own. Absent: none does, or the
  // op refuses images of one channel.
  std::function<bool(const Arguments&)> joins_channels = {};

  // The stages serve images of every size, and outputs have the size of the inputs.
  bool every_size = false;

  // The outputs are always computed whole: regions are refused, unless `in_parts` says that these arguments allow them.
  bool whole = false;
  std::function<bool(const Instance&)> in_parts = {};

  // The stages of the work. Several graphs of one schedule must build the same programs in the same order.
  std::function<Graph(const Instance&, const DimensionSchedule&, const Maker&)> make = {};

  // The rectangle of an input, counted from 0, that a region of the first output is computed from, both in pixels. It
  // may be empty, where none of that input is read. Absent: as `info` says of each input.
  std::function<Rect(const Instance&, const Rect& region, std::size_t input)> reads = {};

  // The passes that compute a volume. Absent: one call with the number of pages, where the op has a parameter `pages`;
  // other ops refuse volumes.
  std::function<std::vector<VolumePass>(const VolumeCall&)> volume = {};

  // Which axis of a stack is a volume's depth: the one of this name, or, for nothing, Z or Q as always, and without
  // them the only axis, whatever it is. Absent: Z or Q, since only their pages lie at distances.
  std::function<std::optional<char>(const Arguments&)> depth_axis = {};

  // For an op that needs the whole of its only image. Absent: it cannot be computed in parts.
  std::optional<Counting> counting = {};

  // For an op that needs the rows of its image in order. Absent: these arguments do not allow it.
  std::function<std::optional<Gathering>(const Instance&)> gathering = {};

  // What of the arguments decides the speed, see Problem::speed_text(). Absent: all that are no real numbers.
  std::function<std::string(const Instance&)> speed = {};

  // Where the results lie in the first input. Absent: an image of the input's size has the input's places, and so have
  // arrays whose elements depend only on their own place. Other results have an unknown placement.
  std::function<Placement(const Instance&)> placement = {};

  // What is wrong with the outputs; absent where all is right. The truth is computed by plain loops.
  std::function<std::optional<std::string>(const Instance&, const HostValues& inputs, const HostValues& outputs)>
      mismatch = {};

  // For an op without a truth, whose `mismatch` accepts everything: the schedule that proves the others. Results must
  // be equal to its results, or as near as `tolerance` says (see Parts).
  std::optional<DimensionSchedule> plainest = {};
  double tolerance = 0;

  // For an op whose kernels users bring: differs for each text of the kernels.
  std::string version = {};

  // What calls may ask for, and how exact results are, in words. An op that computes otherwise for another accuracy
  // makes its `problem` of another Op.
  std::vector<Accuracy> accuracies = {Accuracy::exact};
  std::string accuracy = "exact";

  // A picture of the result for people. Absent: there is none.
  std::function<Plot(const Instance&, const std::vector<Array>& inputs, const std::vector<Array>& outputs)> plot = {};

  // Cases for verification: awkward sizes, every type, difficult values. More effort gives more cases. The first case
  // is also shown as an example.
  std::function<std::vector<Case>(int effort)> cases = {};

  Typical typical = {};

  // Reduces inputs and outputs to some rows of the outputs, where `mismatch` takes long. Absent: it cannot be done.
  std::function<Solved(const Solved&, const std::vector<std::int64_t>& rows)> part = {};

  // The least number of bytes that must be moved. Absent: each input and output once.
  std::function<std::uint64_t(const Instance&)> bytes = {};

  // For a family with its own Problem, which replaces everything above but `info`, and which knows all borders.
  // (`outputs` is also there where `point` is.) Absent: make_op_problem() makes it.
  std::function<ProblemPtr(const OpPtr&, const Work&)> problem = {};

  // For such a family: whether a call's plans are for images of one size. Absent: they are for every size.
  std::function<bool(const Op&, const Call&)> for_one_size = {};

  // Makes the verification cases. Absent: cases_of() makes them.
  std::function<std::vector<VerifyCase>(const Op&, const DeviceInfo&, int effort)> proofs = {};

  // The op as a function of the pixels at one place. Pipelines put it into the launches of other ops. Absent: the op is
  // no such function.
  std::function<point::Function(const Instance&)> point = {};

  // For an op of the stencil family, see ops::filter_op(): makes its stencil. It gets the input's pixel type, since
  // some defaults depend on it. Throws invalid_argument for arguments that do not go together. Absent: it is no such
  // op.
  std::function<stencil::Stencil(const Arguments&, SampleType)> stencil = {};

  // For window ops of that family: whether results are means of pixels, so that alpha can weight colours. For an op of
  // one mask, the mask tells it.
  bool averages = false;

  // For ops of that family: arguments for verification and tests. Together `samples` reach every path of the op; the
  // first are the benchmark's. `reaching` are for windows on one side of the centre and windows of one pixel, one row
  // or one column. With images no larger than the windows' reach, they show errors that `samples` do not.
  std::vector<ArgumentMap> samples = {};
  std::vector<ArgumentMap> reaching = {};

  // The problem of a call that leaves missing samples out, see OpOptions::nodata. Absent: such calls are refused.
  std::function<ProblemPtr(const OpPtr&, const Work&)> masked = {};
};

// Made by CMake from the lines of core/ops/CMakeLists.txt: ops of images in alphabetical order, then ops of arrays.
std::span<const Op> registry();

// Returns a pointer that owns nothing, to an op of the registry or one that the caller keeps.
inline OpPtr held(const Op& op) {
  return {OpPtr(), &op};
}

// Find an op by its full name, or by its name without the family. Where two ops share the name, the kind of the first
// input decides, or else the full name. A name that is not in the registry can be a pipeline's text, or the name or
// path of a user's filter. Throw invalid_argument for an unknown op.
OpPtr find(std::string_view name, ValueKind first);
OpPtr find(std::string_view name);

// Finds the op of a name that is in no registry, which may be another one after the text has changed. Null for all
// other names.
OpPtr find_text(std::string_view name);

// The same; null for an unknown op.
OpPtr find_known(std::string_view name, ValueKind first);

// The problem of a work. It holds the op and never looks it up again. Throws invalid_argument for an unknown op, and
// for inputs that the op does not take.
ProblemPtr problem_of(const Work& work);
ProblemPtr problem_of(const OpPtr& op, const Work& work);

// Tells whether a call leaves missing samples out.
bool leaves_out(const OpOptions& options);

// Tells whether the inputs of such a call can have missing samples: integers without a `nodata` value cannot.
bool may_miss(const Op& op, const Work& work);

// The op's problem as if no sample were missing.
ProblemPtr unmasked_problem(const OpPtr& op, Work work);

// Throws invalid_argument, with the reason why samples cannot be left out.
[[noreturn]] void refuse_missing(const OpInfo& op, std::string_view reason);

// Tells whether plans of the call are for images of one size. The border `discard` makes them so, too.
bool is_for_one_size(const Op& op, const Call& call);

// The names of the inputs that a call with these arguments needs.
std::vector<std::string> inputs_of(const Op& op, const Arguments& arguments);

// Throws invalid_argument where the number of inputs or their kinds are not the op's.
void check_inputs(const Op& op, const std::vector<std::string>& names, const std::vector<ValueType>& inputs);

// The op's rule, where it has one.
std::optional<Exclusion> excluded(const Op& op, const Instance& problem, const DeviceInfo& device,
                                  const DimensionSchedule& schedule);

// Types of inputs for tuning, with about so many elements. 0: as many as is usual for the op.
std::vector<ArrayType> typical_inputs(const Op& op, const Call& call, SampleType type, std::int64_t elements = 0);

// The op's least bytes. Where it does not say them: the bytes of all inputs and outputs.
std::uint64_t min_bytes(const Op& op, const Instance& problem);

// Where an output lies in the first input.
Placement placement_of(const Op& op, const Instance& problem, std::size_t output);

// Checks the arguments, and computes the outputs' types. A work's options say alpha and border.
Instance instance_of(const Op& op, const Call& call, const Types& inputs);
Instance instance_of(const Op& op, const Work& work);

// Tells whether the border of the work's options means something to the op.
bool knows_border(const OpPtr& op, const Work& work);

// What happens to the first input's alpha: what the call says, else the first allowed way. Throws invalid_argument,
// with the reason, where the call says a way that is not allowed.
Alpha alpha_of(const OpInfo& op, const Work& work, std::span<const Alpha> allowed, std::string_view reason);
Alpha alpha_of(const Op& op, const Work& work);

// Throws invalid_argument for a call that allows inexact results where that means nothing. `allowed` names the
// accuracies that mean something.
[[noreturn]] void refuse_accuracy(const OpInfo& op, Accuracy accuracy, const std::string& reason,
                                  const std::string& allowed = "exact");

}  // namespace lenslet::op

namespace lenslet::ops {
using op::ArgumentMap;
using op::Arguments;  // what every op is made from
}  // namespace lenslet::ops
#pragma GCC visibility pop
