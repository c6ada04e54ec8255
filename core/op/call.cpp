// The call of an op: its checked arguments and inputs, what its options mean for the op, and its problem.
#include <algorithm>
#include <limits>
#include <stdexcept>

#include <fmt/ranges.h>

#include <lenslet/error.hpp>
#include <lenslet/plan.hpp>
#include <lenslet/work.hpp>

#include "names.hpp"
#include "op/argument.hpp"
#include "op/op.hpp"
#include "op/op_problem.hpp"
#include "system/printable.hpp"

namespace lenslet {
namespace op {
namespace {

void check_names(const OpInfo& op, const ArgumentMap& given) {
  std::vector<std::string> known;
  for (const Parameter& parameter : op.parameters) known.push_back(parameter.name);
  for (const auto& [name, value] : given)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw_unknown(fmt::format("{}: unknown parameter", system::shown_name(op.name)), name, known);
}

Value checked(const OpInfo& op, const Parameter& parameter, const Value& value) {
  try {
    return checked_argument(parameter, value);
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("{}: {}", system::shown_name(op.name), error.what()));
  }
}

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

void check_kind(const Op& op, const std::string& name, ValueKind kind, const ValueType& given) {
  const bool is_array = std::holds_alternative<ArrayType>(given);
  if (is_array == (kind == ValueKind::array)) return;
  refuse(fmt::format("{}: {} is {}, {}; allowed: {}", op.info.name, name, is_array ? "an array" : "an image",
                     to_string(given), is_array ? "an image" : "an array"));
}

SampleType sample_type_in(const ArrayType& array) {
  return array.type;
}
SampleType sample_type_in(const ImageType& image) {
  return image.format.type;
}

void check_value(const ArrayType& array) {
  check(array);
}

// Ops do not know how many rows of an input were found.
void refuse_counted(const Op& op, const std::string& name, const ValueType& given) {
  const auto* array = std::get_if<ArrayType>(&given);
  if (array && array->counted)
    refuse(fmt::format("{}: {} is {}, which is counted; allowed: arrays of a fixed number of rows", op.info.name, name,
                       to_string(given)));
}

void check_value(const ImageType& image) {
  check(image.format);
  if (image.size.width < 1 || image.size.height < 1)
    refuse(fmt::format("an image of {} x {}; sides are at least 1", image.size.width, image.size.height));
}

// Inputs that only some calls have, as the columns of a table, are like the first.
const Operand& input_of(const Op& op, const std::string& name) {
  const auto found = std::ranges::find(op.info.inputs, name, &Operand::name);
  return found != op.info.inputs.end() ? *found : op.info.inputs.front();
}

void check_format(const Op& op, const Operand& operand, const ValueType& given) {
  const auto* image = std::get_if<ImageType>(&given);
  if (!operand.format || !image || image->format == *operand.format) return;
  refuse(fmt::format("{}: {} is {}; allowed: {}", op.info.name, operand.name, to_string(image->format),
                     to_string(*operand.format)));
}

void check_type(const Op& op, const std::string& name, const Operand& input, const ValueType& given) {
  const auto type = std::visit([](const auto& known) { return sample_type_in(known); }, given);
  if (std::ranges::count(input.types, type) > 0) return;
  std::vector<std::string_view> allowed;
  for (const SampleType one : input.types) allowed.push_back(name_of(one));
  throw SampleTypeError(fmt::format("{}: {} is of {}; allowed: {}", system::shown_name(full_name(op.info)), name,
                                    name_of(type), fmt::join(allowed, ", ")));
}

}  // namespace

Arguments::Arguments(const OpInfo& op, const ArgumentMap& given) {
  check_names(op, given);
  for (const Parameter& parameter : op.parameters) {
    const auto found = given.find(parameter.name);
    values_[parameter.name] = checked(op, parameter, found == given.end() ? parameter.initial : found->second);
  }
}

const Value& Arguments::get(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) throw std::logic_error(fmt::format("the op has no parameter '{}'", name));
  return found->second;
}

bool Arguments::flag(std::string_view name) const {
  return std::get<bool>(get(name));
}
int Arguments::integer(std::string_view name) const {
  return static_cast<int>(std::get<std::int64_t>(get(name)));
}
std::optional<int> Arguments::integer_or_auto(std::string_view name) const {
  if (std::holds_alternative<std::string>(get(name))) return {};
  return integer(name);
}
double Arguments::real(std::string_view name) const {
  return std::get<double>(get(name));
}
const std::string& Arguments::text(std::string_view name) const {
  return std::get<std::string>(get(name));
}
const Numbers& Arguments::numbers(std::string_view name) const {
  return std::get<Numbers>(get(name));
}
const Matrix& Arguments::matrix(std::string_view name) const {
  return std::get<Matrix>(get(name));
}
Size Arguments::size(std::string_view name) const {
  return std::get<Size>(get(name));
}
const Curve& Arguments::curve(std::string_view name) const {
  return std::get<Curve>(get(name));
}

std::vector<std::string> inputs_of(const Op& op, const Arguments& arguments) {
  return op.inputs ? op.inputs(arguments) : names_of(op.info.inputs);
}

void check_inputs(const Op& op, const std::vector<std::string>& names, const std::vector<ValueType>& inputs) {
  if (names.size() != inputs.size())
    refuse(fmt::format("{}: {} inputs, allowed: {} ({})", op.info.name, inputs.size(), names.size(),
                       fmt::join(names, ", ")));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Operand& input = input_of(op, names[i]);
    check_kind(op, names[i], input.kind, inputs[i]);
    std::visit([](const auto& type) { check_value(type); }, inputs[i]);
    refuse_counted(op, names[i], inputs[i]);
    check_type(op, names[i], input, inputs[i]);
    check_format(op, input, inputs[i]);
  }
}

std::optional<Exclusion> excluded(const Op& op, const Instance& problem, const DeviceInfo& device,
                                  const DimensionSchedule& schedule) {
  return op.rule ? op.rule(problem, device, schedule) : std::nullopt;
}

std::vector<ArrayType> typical_inputs(const Op& op, const Call& call, SampleType type, std::int64_t elements) {
  const Arguments arguments(op.info, call.arguments);
  const std::int64_t count = elements > 0 ? elements : op.typical.elements;
  if (op.typical.shapes) return op.typical.shapes(arguments, type, count);
  return std::vector<ArrayType>(inputs_of(op, arguments).size(), ArrayType{type, {count}});
}

std::uint64_t min_bytes(const Op& op, const Instance& problem) {
  if (op.bytes) return op.bytes(problem);
  return bytes_of(problem.inputs.all()) + bytes_of(problem.outputs.all());
}

Placement placement_of(const Op& op, const Instance& problem, std::size_t output) {
  if (op.placement) return op.placement(problem);
  const auto* from = std::get_if<ImageType>(&problem.inputs.all().front());
  const auto* to = std::get_if<ImageType>(&problem.outputs.all()[output]);
  if (from && to) return {.is_known = from->size == to->size};
  return {.is_known = !from && !to && op.info.inputs.front().reads == Reads::same};
}

Instance instance_of(const Op& op, const Call& call, const Types& inputs) {
  const Arguments arguments(op.info, call.arguments);
  check_inputs(op, inputs_of(op, arguments), inputs.all());
  Types outputs = op.outputs(arguments, inputs);
  for (const ValueType& output : outputs.all()) std::visit([](const auto& type) { check_value(type); }, output);
  return {.arguments = arguments, .inputs = inputs, .outputs = std::move(outputs)};
}

Instance instance_of(const Op& op, const Work& work) {
  Instance instance = instance_of(op, work.call, work.inputs);
  instance.alpha = alpha_of(op, work);
  instance.border = check_border(op, work);
  instance.border_value = work.options.border_value;
  return instance;
}

// The ops of a pipeline decide: one that knows the usual border gets any, and may say why it refuses it.
bool knows_border(const OpPtr& op, const Work& work) {
  if (op->copies && op->copies(work)) return false;
  if (!op->problem) return std::ranges::count(op->borders, *work.options.border) > 0;
  if (!op->info.pipeline) return true;
  Work usual = work;
  usual.options.border = usual_border;
  try {
    problem_of(op, usual);
    return true;
  } catch (const Error&) {
    return false;
  }
}

std::optional<AnySchedule> runnable(const Problem& problem, const DeviceInfo& device, const std::string& spelling) {
  try {
    AnySchedule schedule = problem.parse_schedule(spelling, device);
    if (!problem.excluded(schedule, device)) return schedule;
  } catch (const Error&) {  // no schedule of this problem
  }
  return {};
}

Alpha alpha_of(const OpInfo& op, const Work& work, std::span<const Alpha> allowed, std::string_view reason) {
  const auto* image = work.inputs.empty() ? nullptr : std::get_if<ImageType>(&work.inputs.front());
  const std::optional<Alpha> asked = work.options.alpha;
  if (!asked || !image || !image->format.alpha) return allowed.front();
  if (std::ranges::count(allowed, *asked) > 0) return *asked;
  std::vector<std::string> names;
  for (const Alpha alpha : allowed) names.emplace_back(name_of(alpha));
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{}: alpha '{}' has no meaning: {}; allowed: {}", system::shown_name(full_name(op)),
                          name_of(*asked), reason, joined(names)));
}

Alpha alpha_of(const Op& op, const Work& work) {
  if (op.copies && op.copies(work)) return work.options.alpha.value_or(op.alphas.front());
  return alpha_of(op.info, work, op.alphas,
                  work.options.alpha == Alpha::keep ? "a result of another size has an alpha of its own"
                                                    : "it makes no mean of pixels, in which colours could be weighted");
}

void refuse_accuracy(const OpInfo& op, Accuracy accuracy, const std::string& reason, const std::string& allowed) {
  throw Error(ErrorKind::invalid_argument, fmt::format("{}: accuracy '{}' has no meaning: {}; allowed: {}",
                                                       full_name(op), name_of(accuracy), reason, allowed));
}

bool leaves_out(const OpOptions& options) {
  return options.nodata || options.nan == Nan::ignore;
}

bool may_miss(const Op& op, const Work& work) {
  const bool has_value = work.options.nodata && !std::isnan(*work.options.nodata);
  const auto has_integers = [](const ValueType& type) {
    const auto* image = std::get_if<ImageType>(&type);
    return image && is_integer(image->format.type);
  };
  if (has_value || op.info.pipeline) return leaves_out(work.options);
  return leaves_out(work.options) && !std::ranges::all_of(work.inputs, has_integers);
}

ProblemPtr unmasked_problem(const OpPtr& op, Work work) {
  work.options.nodata.reset();
  work.options.nan = Nan::spread;
  if (!op->problem) return make_op_problem(op, std::move(work));
  check_inputs(*op, names_of(op->info.inputs), work.inputs);
  return op->problem(op, work);
}

namespace {

// The ops that leave missing samples out in a way of their own. Filters by masks and ops of points share theirs.
std::vector<std::string> with_masked_forms() {
  std::vector<std::string> names;
  for (const Op& op : registry())
    if (op.masked && !op.stencil && !op.point) names.push_back(op.info.name);
  return names;
}

}  // namespace

void refuse_missing(const OpInfo& op, std::string_view reason) {
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{}: missing samples (nodata, or nan 'ignore') cannot be left out: {}; allowed: ops by one "
                          "mask, erode, dilate, ops of single samples, {}",
                          system::shown_name(full_name(op)), reason, joined(with_masked_forms())));
}

namespace {

ValueKind kind_of(const std::vector<ValueType>& inputs) {
  const bool arrays = inputs.empty() || std::holds_alternative<ArrayType>(inputs.front());
  return arrays ? ValueKind::array : ValueKind::image;
}

}  // namespace

ProblemPtr problem_of(const Work& work) {
  return problem_of(find(work.call.op, kind_of(work.inputs)), work);
}

namespace {

ProblemPtr made_problem(const OpPtr& op, const Work& work) {
  if (!may_miss(*op, work)) return unmasked_problem(op, work);
  if (!op->masked) refuse_missing(op->info, "it computes results of all samples");
  check_inputs(*op, inputs_of(*op, Arguments(op->info, work.call.arguments)), work.inputs);
  return op->masked(op, work);
}

}  // namespace

// The returned pointer also owns the op, so that the op lives as long as a plan that holds the problem.
ProblemPtr problem_of(const OpPtr& op, const Work& work) {
  const ProblemPtr problem = made_problem(op, work);
  return {problem.get(), [op, problem](const Problem*) {}};
}

// Devices count up to 2^32 - 1, which also stands for more.
void refuse_rows(const Problem& problem, std::size_t output, std::int64_t rows, const std::string& allowed) {
  constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
  const std::string found = rows < most ? std::to_string(rows) : fmt::format("{} or more", most);
  throw Error(ErrorKind::invalid_argument, fmt::format("{}: {} rows of {} were found; allowed: up to {}", problem.op(),
                                                       found, problem.output_names()[output], allowed));
}

Work Problem::with_room(std::size_t output, std::int64_t rows) const {
  refuse_rows(*this, output, rows, std::to_string(std::get<ArrayType>(outputs()[output]).shape.front()));
}

bool is_for_one_size(const Op& op, const Call& call) {
  if (!op.problem) return !op.every_size;
  return op.for_one_size && op.for_one_size(op, call);
}

}  // namespace op

// Errors in the call are thrown later, where its problem is made.
Work image_work(const Call& call, PixelFormat format, Size size, const OpOptions& options) {
  const op::OpPtr op = op::find_known(call.op, ValueKind::image);
  Work work{call, {}, options};
  if (!op || op->info.of_arrays()) {
    work.inputs.emplace_back(ImageType{format, size});
    return work;
  }
  for (const std::string& name : op::inputs_of(*op, op::Arguments(op->info, call.arguments)))
    work.inputs.emplace_back(ImageType{op::input_of(*op, name).format.value_or(format), size});
  return work;
}

std::vector<std::string> input_names(const Call& call) {
  const op::OpPtr op = op::find(call.op, ValueKind::image);
  return op::inputs_of(*op, op::Arguments(op->info, call.arguments));
}

std::vector<Border> borders_of(const Call& call) {
  const op::OpPtr op = op::find(call.op, ValueKind::image);
  if (!op->problem) return op->borders;
  std::vector<Border> known{usual_border};
  std::ranges::copy_if(borders, std::back_inserter(known), [](Border border) { return border != usual_border; });
  return known;
}

std::optional<Border> border_of(const Work& work) {
  if (!work.inputs.empty() && op::kind_of(work.inputs) == ValueKind::array) return {};
  const std::vector<Border> known = borders_of(work.call);
  if (known.empty()) return {};
  return work.options.border.value_or(known.front());
}

// Outputs that only some calls make come last.
std::vector<WorkOutput> work_outputs(const Work& work) {
  const op::ProblemPtr problem = op::problem_of(work);
  const std::vector<std::string> names = problem->output_names();
  const std::vector<ValueType> types = problem->outputs();
  std::vector<WorkOutput> outputs;
  for (std::size_t i = 0; i < types.size(); ++i)
    outputs.push_back({names[i], types[i], problem->placement(i), {}, problem->columns(i)});
  outputs.front().note = problem->note();
  return outputs;
}

Call typical_call(const OpInfo& info) {
  const Call call{full_name(info)};
  const op::OpPtr op = op::find(call.op, ValueKind::image);
  if (!op->outputs) return call;
  try {
    work_outputs(info.of_arrays() ? array_work(call, typical_array_inputs(call))
                                  : image_work(call, {info.inputs.front().types.front(), 1}, {1024, 1024}));
    return call;
  } catch (const Error&) {
    return {call.op, op->cases(0).front().call.arguments};
  }
}

Call implied_call(const Call& call, const std::vector<ArrayType>& first) {
  const op::OpPtr op = op::find(call.op, ValueKind::array);
  return op->implied ? op->implied(call, first) : call;
}

Call call_for(const Call& call, const std::vector<HostValue>& inputs) {
  const op::OpPtr op = op::find(call.op, ValueKind::array);
  return op->called ? op->called(call, inputs) : call;
}

std::string remark_on(const Call& call, const std::vector<ValueType>& inputs, const std::vector<HostValue>& outputs) {
  const op::OpPtr op = op::find(call.op, op::kind_of(inputs));
  return op->remark ? op->remark(op::instance_of(*op, call, inputs), outputs) : std::string();
}

std::vector<ArrayType> typical_array_inputs(const Call& call, std::optional<SampleType> type, std::int64_t elements) {
  const op::OpPtr op = op::find(call.op, ValueKind::array);
  if (elements < 0)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} elements; allowed: 1 and more, or 0", elements));
  return op::typical_inputs(*op, call, type.value_or(op->typical.type), elements);
}

std::string_view name_of(Accuracy accuracy) {
  constexpr std::string_view names[] = {"exact", "level", "half"};
  return names[static_cast<std::size_t>(accuracy)];
}

Accuracy parse_accuracy(std::string_view word) {
  return parse_name("unknown accuracy", word, accuracies);
}

std::string_view name_of(Alpha alpha) {
  constexpr std::string_view names[] = {"keep", "filter", "premultiply"};
  return names[static_cast<std::size_t>(alpha)];
}

Alpha parse_alpha(std::string_view word) {
  return parse_name("unknown alpha", word, alphas);
}

std::string_view name_of(Nan nan) {
  return nan == Nan::spread ? "spread" : "ignore";
}

Nan parse_nan(std::string_view word) {
  return parse_name("unknown nan", word, nan_modes);
}

}  // namespace lenslet
