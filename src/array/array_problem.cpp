// Ops of arrays as the rest of the library sees ops.
#include "array/array_problem.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "array/computation.hpp"
#include "array/space.hpp"
#include "op/describe.hpp"

namespace lenslet::array {
namespace {

constexpr std::int64_t small_lengths[] = {1, 7, 1021, 65537};
constexpr std::int64_t shortest_of_one_fill = 10'000;

bool is_small(const Problem& problem, std::int64_t wanted) {
  return std::ranges::all_of(problem.inputs, [wanted](const ArrayType& t) { return t.count() <= 4 * wanted + 64; });
}

// Each of another seed.
std::vector<HostValue> filled_values(const std::vector<ArrayType>& types, Fill fill) {
  std::vector<HostValue> values;
  for (const ArrayType& type : types)
    values.emplace_back(filled(type, fill, static_cast<std::uint32_t>(values.size() + 1)));
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

// Rows where the results differ; all where there is nothing to compare with.
std::vector<std::int64_t> doubtful_rows(const std::vector<Array>& got, const std::vector<Array>& proven) {
  std::vector<std::int64_t> rows;
  for (std::int64_t row = 0; row < row_count(got.front()); ++row) {
    bool same = !proven.empty();
    for (std::size_t i = 0; same && i < got.size(); ++i) same = same_row(got[i], proven[i], row);
    if (!same) rows.push_back(row);
  }
  return rows;
}

bool same_bits(const std::vector<HostValue>& a, const std::vector<HostValue>& b) {
  return std::ranges::equal(a, b, [](const HostValue& x, const HostValue& y) {
    return std::ranges::equal(std::get<Array>(x).bytes(), std::get<Array>(y).bytes());
  });
}

// Real numbers are values, as a factor is; whole ones may be what code is made for, as a degree is.
std::string text_of_speed(const Op& op, const Problem& problem) {
  std::string text;
  for (const ArrayType& input : problem.inputs)
    text += fmt::format("{}{} {}d", text.empty() ? "" : ", ", name_of(input.type), input.shape.size());
  for (const Parameter& parameter : op.info.parameters) {
    const Value& value = problem.arguments.get(parameter.name);
    if (parameter.kind != ParameterKind::real && value != parameter.initial)
      text += fmt::format(" {}={}", parameter.name, op::value_text(value));
  }
  return text;
}

class ArrayProblem final : public op::Problem {
 public:
  ArrayProblem(const Op& op, Work work)
      : op::Problem(std::move(work)), op_(op), problem_(problem_of(op, this->work().call, array_types(inputs()))) {}

  std::string op() const override { return full_name(op_.info); }
  std::vector<std::string> output_names() const override {
    const auto first = op_.info.outputs.begin();
    return {first, first + static_cast<std::ptrdiff_t>(problem_.outputs.size())};
  }
  std::vector<ValueType> outputs() const override { return {problem_.outputs.begin(), problem_.outputs.end()}; }
  op::Effort effort() const override {
    const std::int64_t elements = std::max<std::int64_t>(problem_.inputs.front().count(), 1);
    return {.bytes = least_bytes(op_, problem_), .elements = static_cast<double>(elements)};
  }

  std::string speed_text() const override { return text_of_speed(op_, problem_); }
  Size extent() const override {
    std::int64_t elements = 0;
    for (const ArrayType& input : problem_.inputs) elements += input.count();
    return {std::max<std::int64_t>(elements, 1), 1};
  }
  std::string extent_text(Size extent) const override { return fmt::format("{} elements", extent.width); }
  int reach() const override { return near_reach; }

  std::unique_ptr<op::Space> space(const DeviceInfo& device, const std::string& pattern) const override {
    return std::make_unique<op::AxisSpace<ArraySchedule>>(space_of(op_, problem_, device, pattern));
  }
  std::optional<Exclusion> excluded(const std::string& schedule, const DeviceInfo& device) const override {
    return array::excluded(op_, problem_, device, parsed(schedule, device));
  }
  op::Choice untuned(const DeviceInfo& device) const override {
    return {to_string(op_.initial(problem_, device)), fmt::format("default for {} devices", name_of(device.kind)),
            Origin::device_class};
  }

  std::unique_ptr<op::Computation> make(const ocl::Queue& queue, const std::string& schedule,
                                        const op::Build& build) const override {
    return std::make_unique<Computation>(op_, problem_, parsed(schedule, queue.device().info()), queue, build);
  }

  std::vector<HostValue> typical() const override { return filled_values(problem_.inputs, op_.typical.fills.front()); }
  std::vector<op::Sample> small_samples(const std::string& schedule) const override;
  std::int64_t elements_of_proof() const override { return extent().width; }
  bool refuses_contents() const override { return true; }
  std::optional<std::string> mismatch(const std::vector<HostValue>& inputs,
                                      const std::vector<HostValue>& outputs) const override {
    return op_.fault(problem_, arrays_of(inputs), arrays_of(outputs));
  }
  std::optional<std::string> mismatch_in_large(const std::vector<HostValue>& inputs,
                                               const std::vector<HostValue>& outputs,
                                               const std::vector<HostValue>& proven) const override;

 private:
  static constexpr int near_reach = 2;  // what is fast for few elements can be another algorithm than what is for many

  ArraySchedule parsed(const std::string& schedule, const DeviceInfo& device) const {
    return parse(schedule, op_.space(problem_, device));
  }
  void add_samples(std::int64_t length, std::vector<op::Sample>& samples) const;

  const Op& op_;
  array::Problem problem_;
};

// The call and types on arrays of another length.
void ArrayProblem::add_samples(std::int64_t length, std::vector<op::Sample>& samples) const {
  const ElementType type = problem_.inputs.front().type;
  std::vector<ArrayType> types = typical_inputs(op_, work().call, type, length);
  for (std::size_t i = 0; i < types.size(); ++i) types[i].type = problem_.inputs[i].type;
  const auto problem = std::make_shared<ArrayProblem>(op_, Work{work().call, {types.begin(), types.end()}});
  if (!is_small(problem->problem_, length)) return;
  for (const Fill fill : op_.typical.fills) {
    samples.push_back(
        {problem, filled_values(types, fill), fmt::format("{} {}, {}", length, name_of(type), name_of(fill))});
    if (length >= shortest_of_one_fill) return;
  }
}

// What the op refuses at a length is left out.
std::vector<op::Sample> ArrayProblem::small_samples(const std::string&) const {
  std::vector<op::Sample> samples;
  for (const std::int64_t length : small_lengths) {
    try {
      add_samples(length, samples);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::invalid_argument) throw;
    }
  }
  return samples;
}

std::optional<std::string> ArrayProblem::mismatch_in_large(const std::vector<HostValue>& inputs,
                                                           const std::vector<HostValue>& outputs,
                                                           const std::vector<HostValue>& proven) const {
  if (same_bits(outputs, proven)) return {};
  const Solved solved{problem_, arrays_of(inputs), arrays_of(outputs)};
  const bool has_parts = op_.part && row_count(solved.outputs.front()) > 0;
  const Solved looked_at = has_parts ? op_.part(solved, doubtful_rows(solved.outputs, arrays_of(proven))) : solved;
  const auto wrong = op_.fault(looked_at.problem, looked_at.inputs, looked_at.outputs);
  if (!wrong) return {};
  return fmt::format("{}: {}", to_string(problem_.inputs.front()), *wrong);
}

}  // namespace

op::ProblemPtr make_array_problem(const Op& op, Work work) {
  return std::make_shared<ArrayProblem>(op, std::move(work));
}

std::vector<ArrayType> array_types(const std::vector<ValueType>& types) {
  std::vector<ArrayType> arrays;
  for (const ValueType& type : types) {
    const auto* array = std::get_if<ArrayType>(&type);
    if (!array) throw Error(ErrorKind::invalid_argument, fmt::format("an image, {}; allowed: arrays", to_string(type)));
    arrays.push_back(*array);
  }
  return arrays;
}

}  // namespace lenslet::array
