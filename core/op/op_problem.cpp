// An op on values of known types, as the rest of the library sees ops.
#include "op/op_problem.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include <lenslet/argument_text.hpp>
#include <lenslet/error.hpp>

#include "names.hpp"
#include "op/dimensions.hpp"
#include "op/op_computation.hpp"
#include "op/random_value.hpp"

namespace lenslet::op {
namespace {

constexpr std::int64_t small_lengths[] = {1, 7, 1021, 65537};
constexpr std::int64_t min_of_one_fill = 10'000;

bool is_small(const Instance& problem, std::int64_t wanted) {
  return std::ranges::all_of(problem.inputs.all(), [wanted](const ValueType& type) {
    return std::get<ArrayType>(type).count() <= 4 * wanted + 64;
  });
}

// Each value has its own seed.
std::vector<HostValue> filled_values(const std::vector<ValueType>& types, array::Fill fill) {
  std::vector<HostValue> values;
  for (const ValueType& type : types)
    values.push_back(random_value(type, fill, static_cast<std::uint32_t>(values.size() + 1)));
  return values;
}

std::vector<Array> arrays_of(const std::vector<HostValue>& values) {
  std::vector<Array> arrays;
  for (const HostValue& value : values) arrays.push_back(std::get<Array>(value));
  return arrays;
}

std::int64_t row_count(const Array& output) {
  return output.type().shape.empty() ? 1 : output.type().shape.front();
}

bool same_row(const Array& a, const Array& b, std::int64_t row) {
  const std::size_t bytes = a.bytes().size() / static_cast<std::size_t>(std::max<std::int64_t>(row_count(a), 1));
  const std::size_t begin = static_cast<std::size_t>(row) * bytes;
  return std::ranges::equal(a.bytes().subspan(begin, bytes), b.bytes().subspan(begin, bytes));
}

// Rows where the results differ from the proven ones; all rows where no results are proven.
std::vector<std::int64_t> doubtful_rows(const std::vector<Array>& got, const std::vector<Array>& proven) {
  std::vector<std::int64_t> rows;
  for (std::int64_t row = 0; row < row_count(got.front()); ++row) {
    bool same = !proven.empty();
    for (std::size_t i = 0; same && i < got.size(); ++i) same = same_row(got[i], proven[i], row);
    if (!same) rows.push_back(row);
  }
  return rows;
}

std::span<const std::byte> bytes_in(const Array& array) {
  return array.bytes();
}
std::span<const std::byte> bytes_in(const Image& image) {
  return {image.data(), static_cast<std::size_t>(image.stride() * image.height())};
}

bool same_bits(const std::vector<HostValue>& a, const std::vector<HostValue>& b) {
  const auto bytes = [](const HostValue& value) {
    return std::visit([](const auto& v) { return bytes_in(v); }, value);
  };
  return std::ranges::equal(
      a, b, [&bytes](const HostValue& x, const HostValue& y) { return std::ranges::equal(bytes(x), bytes(y)); });
}

std::string speed_of(const ArrayType& type) {
  return fmt::format("{} {}d", name_of(type.type), type.shape.size());
}
std::string speed_of(const ImageType& type) {
  return to_string(type.format);
}

// The store has flags as "true" from before they were read as "on".
std::string stored_text(const Value& value) {
  const auto* flag = std::get_if<bool>(&value);
  return flag ? fmt::format("{}", *flag) : value_text(value);
}

// Returns what of the arguments decides the speed, where the op does not say it. Real parameters, such as a factor, are
// left out because they do not change the code. Integers, such as a degree, may change it. An op that counts or
// gathers has numbers, such as a table of levels, which are too long for a key.
std::string speed_of_arguments(const Op& op, const Instance& problem) {
  if (op.speed) return " " + op.speed(problem);
  std::string text;
  for (const Parameter& parameter : op.info.parameters) {
    const Value& value = problem.arguments.get(parameter.name);
    const bool counted = (op.counting || op.gathering) && parameter.kind == ParameterKind::numbers;
    if (parameter.kind != ParameterKind::real && value != parameter.initial)
      text += fmt::format(" {}={}", parameter.name, counted ? "given" : stored_text(value));
  }
  return text;
}

// Returns the text that times are stored under.
std::string text_of_speed(const Op& op, const Instance& problem) {
  std::string text;
  for (const ValueType& input : problem.inputs.all())
    text += (text.empty() ? "" : ", ") + std::visit([](const auto& type) { return speed_of(type); }, input);
  text += speed_of_arguments(op, problem);
  if (!op.borders.empty() && problem.border != op.borders.front())
    text += fmt::format(" border {}", name_of(problem.border));
  return op.version.empty() ? text : fmt::format("{} version {}", text, op.version);
}

// Refuses another type of result than the op makes.
void check_depth(const Op& op, const Instance& problem, SampleType wanted) {
  const auto is_image = [](const ValueType& output) { return std::holds_alternative<ImageType>(output); };
  if (std::ranges::none_of(problem.outputs.all(), is_image))
    throw Error(
        ErrorKind::invalid_argument,
        fmt::format("{}: an output of {}; allowed: no type, since it makes no image", op.info.name, name_of(wanted)));
  for (const ValueType& output : problem.outputs.all()) {
    const auto* image = std::get_if<ImageType>(&output);
    if (!image || image->format.type == wanted) continue;
    throw Error(
        ErrorKind::invalid_argument,
        fmt::format("{0}: an output of {1}; allowed: {2}, which it makes here; 'convert to={1}' after it makes one",
                    op.info.name, name_of(wanted), name_of(image->format.type)));
  }
}

// Refuses options that ops of single images do not have.
void check_options(const Op& op, const Work& work, const Instance& problem) {
  if (const auto asked = work.options.accuracy; asked && std::ranges::count(op.accuracies, *asked) == 0)
    refuse_accuracy(op.info, *asked, "it is no filter by a mask");
  const auto* image = std::get_if<ImageType>(&work.inputs.front());
  if (!image) return;
  const auto refuse = [&op](const std::string& what) {
    throw Error(ErrorKind::invalid_argument, fmt::format("{}: {}", op.info.name, what));
  };
  if (work.options.ddepth) check_depth(op, problem, *work.options.ddepth);
  if (work.options.layered) refuse("images of several layers; allowed: single images");
  for (const ValueType& input : work.inputs)
    if (const auto* one = std::get_if<ImageType>(&input); one && one->layers != 1)
      refuse(fmt::format("an image of {} layers; allowed: 1", one->layers));
}

class OpProblem final : public Problem {
 public:
  OpProblem(OpPtr op, Work work, bool is_part = false)
      : Problem(std::move(work)), op_(std::move(op)), is_part_(is_part), problem_(instance_of(*op_, this->work())) {
    check_options(*op_, this->work(), problem_);
  }

  std::string op() const override { return full_name(op_->info); }
  bool is_of_user() const override { return op_->info.of_user; }
  std::vector<std::string> output_names() const override {
    return names_of(std::span(op_->info.outputs).first(problem_.outputs.size()));
  }
  std::vector<ValueType> outputs() const override { return problem_.outputs.all(); }
  // Those of its first columns, where a table has fewer than the op names.
  std::vector<std::string> columns(std::size_t output) const override {
    std::vector<std::string> names = op_->info.outputs[output].columns;
    const std::vector<ValueType> made = outputs();
    const auto* table = std::get_if<ArrayType>(&made[output]);
    if (table && table->counted) names.resize(std::min(names.size(), static_cast<std::size_t>(table->shape.back())));
    return names;
  }
  Work with_room(std::size_t output, std::int64_t rows) const override;
  Placement placement(std::size_t output) const override { return placement_of(*op_, problem_, output); }
  std::string note() const override { return op_->note ? op_->note(problem_) : std::string(); }
  bool serves_every_size() const override { return op_->every_size; }
  std::optional<Merging> merging() const override;
  Merging gathering_step(Gathering gathering) const;
  Effort effort() const override {
    const double elements = has_image() ? static_cast<double>(std::get<ImageType>(inputs().front()).pixels())
                                        : static_cast<double>(problem_.inputs.front().count());
    return {.bytes = min_bytes(*op_, problem_), .elements = std::max(elements, 1.0)};
  }

  std::string speed_text() const override { return text_of_speed(*op_, problem_); }
  Size extent() const override;
  std::string extent_text(Size extent) const override {
    return has_image() ? fmt::format("{} x {}", extent.width, extent.height) : fmt::format("{} elements", extent.width);
  }
  std::string accuracy(const AnySchedule&) const override {
    return op_->whole && op_->plainest ? "whatever the kernel makes: it has no reference" : op_->accuracy;
  }
  int reach() const override { return has_image() ? any_reach : near_reach; }

  std::unique_ptr<Space> space(const DeviceInfo& device, const std::string& pattern) const override {
    return std::make_unique<DimensionSpace>(dimension_space(*op_, problem_, device, pattern));
  }
  AnySchedule parse_schedule(const std::string& spelling, const DeviceInfo& device) const override {
    return AnySchedule(parse(spelling, op_->space(problem_, device)));
  }
  std::optional<Exclusion> excluded(const AnySchedule& schedule, const DeviceInfo& device) const override {
    return op::excluded(*op_, problem_, device, own(schedule, device));
  }
  Choice untuned(const DeviceInfo& device) const override {
    return {AnySchedule(op_->initial(problem_, device)), fmt::format("default for {} devices", name_of(device.kind)),
            Origin::device_class};
  }

  std::unique_ptr<Computation> make(const ocl::Queue& queue, const AnySchedule& schedule,
                                    const Build& build) const override {
    return std::make_unique<OpComputation>(op_, problem_, own(schedule, queue.device().info()), queue, build);
  }

  std::vector<HostValue> typical() const override { return filled_values(inputs(), op_->typical.fills.front()); }
  std::vector<Sample> small_samples(const AnySchedule& schedule) const override;
  Parts parts(const AnySchedule&) const override;
  std::int64_t elements_of_proof() const override { return extent().width * extent().height; }
  bool refuses_contents() const override { return true; }
  std::optional<std::string> mismatch(const std::vector<HostValue>& inputs,
                                      const std::vector<HostValue>& outputs) const override {
    return op_->mismatch(problem_, inputs, outputs);
  }
  std::optional<std::string> mismatch_in_large(const std::vector<HostValue>& inputs,
                                               const std::vector<HostValue>& outputs,
                                               const std::vector<HostValue>& proven) const override;

 private:
  static constexpr int near_reach = 2;  // the fastest algorithm depends on the number of elements
  static constexpr int any_reach = 64;  // what is fast for images hardly depends on their size

  const DimensionSchedule& own(const AnySchedule& schedule, const DeviceInfo& device) const {
    const auto& own = schedule.as<DimensionSchedule>();
    check_dimensions(op_->space(problem_, device), own);
    return own;
  }
  bool has_image() const { return std::holds_alternative<ImageType>(inputs().front()); }
  void add_samples(std::int64_t length, std::vector<Sample>& samples) const;
  void add_samples(Size size, std::vector<Sample>& samples) const;
  std::optional<std::string> wrong_row(const std::vector<HostValue>& inputs, const std::vector<HostValue>& outputs,
                                       const std::vector<HostValue>& proven) const;

  OpPtr op_;
  bool is_part_;  // this problem, in its plainest schedule, proves the same problem in other schedules
  Instance problem_;
};

Parts OpProblem::parts(const AnySchedule&) const {
  if (!op_->plainest || is_part_) return {};
  Part part{std::make_shared<OpProblem>(op_, work(), true), AnySchedule(*op_->plainest), {}, {}};
  for (std::size_t i = 0; i < inputs().size(); ++i) part.inputs.push_back(i);
  for (std::size_t i = 0; i < problem_.outputs.size(); ++i) part.outputs.push_back(inputs().size() + i);
  const std::vector<std::size_t> outputs = part.outputs;
  return {{std::move(part)}, outputs, op_->tolerance};
}

// No image has more things than pixels: a greater count is a number that a pixel holds, such as a label, and may be as
// large as that of a file that lies.
Work OpProblem::with_room(std::size_t output, std::int64_t rows) const {
  const std::string& room = op_->info.outputs[output].room;
  const auto parameter = std::ranges::find(op_->info.parameters, room, &Parameter::name);
  if (parameter == op_->info.parameters.end()) return Problem::with_room(output, rows);
  const auto most = static_cast<std::int64_t>(parameter->maximum);
  const std::int64_t pixels = has_image() ? std::get<ImageType>(inputs().front()).pixels() : most;
  const std::int64_t fitting = std::max(pixels, std::get<ArrayType>(outputs()[output]).shape.front());
  if (const auto given = problem_.arguments.integer_or_auto(room))
    refuse_rows(*this, output, rows, fmt::format("{}, or more with --{}", *given, room));
  if (rows > most) refuse_rows(*this, output, rows, std::to_string(most));
  if (rows > fitting)
    refuse_rows(*this, output, rows,
                fmt::format("{} of an image of {} pixels, or more with --{}", fitting, pixels, room));
  Work more = work();
  more.call.arguments[room] = rows;
  return more;
}

// What is gathered lives as long as the step. The counts say nothing.
Merging OpProblem::gathering_step(Gathering gathering) const {
  const auto work_of = [this](Call call) {
    Work work{std::move(call), inputs(), this->work().options};
    work.options.schedule.clear();
    return work;
  };
  const auto then = [work_of, call = std::move(gathering.then)](std::span<const std::uint64_t>) {
    return work_of(call());
  };
  const auto add = [take = std::move(gathering.add)](const ImageView& part, std::span<std::uint64_t>) { take(part); };
  Merging merging{full_name(op_->info), {}, {0}, 1, add, then, true};
  if (!gathering.before) return merging;
  merging.before = work_of(*std::move(gathering.before));
  for (std::size_t i = 1; i < inputs().size(); ++i) merging.inputs.push_back(i);
  return merging;
}

std::optional<Merging> OpProblem::merging() const {
  if (op_->gathering)
    if (auto gathering = op_->gathering(problem_)) return gathering_step(*std::move(gathering));
  const std::size_t counts = op_->counting ? op_->counting->size(problem_) : 0;
  if (counts == 0) return {};
  const auto then = [this](std::span<const std::uint64_t> sums) {
    Work work{op_->counting->then(problem_, sums), inputs(), this->work().options};
    work.options.schedule.clear();  // a schedule of this op does not fit the next op
    return work;
  };
  const auto add = [this](const ImageView& part, std::span<std::uint64_t> sums) {
    const PixelFormat& counted = problem_.inputs.image(0).format;
    if (part.format().type != counted.type || part.format().channels != counted.channels)
      throw std::logic_error(fmt::format("{} counts {}, not {}", full_name(op_->info), to_string(counted),
                                         to_string(part.format())));  // it would write beyond the counters
    op_->counting->add(problem_, part, sums);
  };
  return Merging{full_name(op_->info), {}, {0}, counts, add, then};
}

Size OpProblem::extent() const {
  if (has_image()) return std::get<ImageType>(inputs().front()).size;
  std::int64_t elements = 0;
  for (const ValueType& input : inputs()) elements += std::get<ArrayType>(input).count();
  return {std::max<std::int64_t>(elements, 1), 1};
}

// Adds samples of the same call and types, with arrays of another length.
void OpProblem::add_samples(std::int64_t length, std::vector<Sample>& samples) const {
  const SampleType type = problem_.inputs.front().type;
  std::vector<ArrayType> types = typical_inputs(*op_, work().call, type, length);
  for (std::size_t i = 0; i < types.size(); ++i) types[i].type = problem_.inputs[i].type;
  const auto problem = std::make_shared<OpProblem>(op_, Work{work().call, {types.begin(), types.end()}});
  if (!is_small(problem->problem_, length)) return;
  for (const array::Fill fill : op_->typical.fills) {
    samples.push_back({problem, filled_values(problem->inputs(), fill),
                       fmt::format("{} {}, {}", length, name_of(type), name_of(fill))});
    if (length >= min_of_one_fill) return;
  }
}

// Adds a sample with images of another size, which all images have.
void OpProblem::add_samples(Size size, std::vector<Sample>& samples) const {
  Work small = work();
  for (ValueType& type : small.inputs) std::get<ImageType>(type).size = size;
  const auto problem = std::make_shared<OpProblem>(op_, small);
  samples.push_back({problem, filled_values(small.inputs, array::Fill::random), to_string(small.inputs.front())});
}

// Lengths and sizes that the op refuses are left out.
std::vector<Sample> OpProblem::small_samples(const AnySchedule&) const {
  std::vector<Sample> samples;
  const auto add_each = [&](const auto& lengths) {
    for (const auto& length : lengths) {
      try {
        add_samples(length, samples);
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::invalid_argument) throw;
      }
    }
  };
  has_image() ? add_each(small_sizes) : add_each(small_lengths);
  return samples;
}

std::optional<std::string> OpProblem::wrong_row(const std::vector<HostValue>& inputs,
                                                const std::vector<HostValue>& outputs,
                                                const std::vector<HostValue>& proven) const {
  const Solved solved{problem_, arrays_of(inputs), arrays_of(outputs)};
  if (row_count(solved.outputs.front()) == 0) return op_->mismatch(problem_, inputs, outputs);
  const Solved looked_at = op_->part(solved, doubtful_rows(solved.outputs, arrays_of(proven)));
  return op_->mismatch(looked_at.problem, looked_at.inputs, looked_at.outputs);
}

std::optional<std::string> OpProblem::mismatch_in_large(const std::vector<HostValue>& inputs,
                                                        const std::vector<HostValue>& outputs,
                                                        const std::vector<HostValue>& proven) const {
  if (same_bits(outputs, proven)) return {};
  const auto wrong = op_->part ? wrong_row(inputs, outputs, proven) : op_->mismatch(problem_, inputs, outputs);
  if (!wrong) return {};
  return fmt::format("{}: {}", to_string(this->inputs().front()), *wrong);
}

}  // namespace

ProblemPtr make_op_problem(OpPtr op, Work work) {
  return std::make_shared<OpProblem>(std::move(op), std::move(work));
}

Border check_border(const Op& op, const Work& work) {
  const OpOptions& options = work.options;
  if (op.problem || !options.border)
    return options.border.value_or(op.borders.empty() ? usual_border : op.borders.front());
  const std::vector<Border> known = op.copies && op.copies(work) ? std::vector<Border>() : op.borders;
  if (std::ranges::count(known, *options.border) > 0) return *options.border;
  std::vector<std::string> names;
  for (const Border border : known) names.emplace_back(name_of(border));
  throw Error(
      ErrorKind::invalid_argument,
      fmt::format("{}: the border '{}' has no meaning: {}; allowed: {}", full_name(op.info), name_of(*options.border),
                  names.empty() ? "nothing of the op looks outside the image" : "the op does not know it",
                  names.empty() ? "no border" : joined(names)));
}

}  // namespace lenslet::op
