// Checks the values of a launch.
#include "op/op_computation.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "image/layout.hpp"
#include "image/rect.hpp"

namespace lenslet::op {
namespace {

[[noreturn]] void refuse_value(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

bool is_of(const DeviceValues& values, std::size_t place, const ValueType& wanted) {
  if (!values.is_image(place)) {
    const auto* type = std::get_if<ArrayType>(&wanted);
    return type && values.array(place).type() == *type;
  }
  const auto* type = std::get_if<ImageType>(&wanted);
  const DeviceImage& image = values.image(place);
  return type && image.format() == type->format && image.size() == type->size && image.layers() == type->layers;
}

// The types of the images in a run for a region: outputs have its size, inputs are parts of images of their own size.
std::vector<ValueType> types_for(const DeviceValues& inputs, std::vector<ValueType> types) {
  for (std::size_t i = 0; i < std::min(inputs.size(), types.size()); ++i) {
    auto* type = std::get_if<ImageType>(&types[i]);
    if (!inputs.is_image(i) || !type) continue;
    const DeviceImage& image = inputs.image(i);
    if (image.whole() != type->size)
      refuse_value(fmt::format("input {} is of an image of {} x {}, this plan is for {}", i, image.whole().width,
                               image.whole().height, to_string(*type)));
    type->size = image.size();
  }
  return types;
}

// Returns the types with another size of images.
std::vector<ValueType> of_size(Size size, std::vector<ValueType> types) {
  for (ValueType& type : types) std::get<ImageType>(type).size = size;
  return types;
}

// The problem with images of another size.
Instance with_size(Size size, Instance problem) {
  problem.inputs = of_size(size, problem.inputs.all());
  problem.outputs = of_size(size, problem.outputs.all());
  return problem;
}

std::vector<ValueType> types_for(const Rect& region, std::vector<ValueType> types) {
  for (ValueType& type : types) std::get<ImageType>(type).size = region.size();
  return types;
}

void check_held(const DeviceImage& input, const Rect& reads) {
  if (is_inside(reads, input.held())) return;
  refuse_value(fmt::format("the region reads {} of an input that holds {}", to_string(reads), to_string(input.held())));
}

// What `info` says of an input. Inputs that only some calls have are like the first.
Reads reads_of(const Op& op, const Arguments& arguments, std::size_t input) {
  const auto known = std::ranges::find(op.info.inputs, inputs_of(op, arguments)[input], &Operand::name);
  return known != op.info.inputs.end() ? known->reads : op.info.inputs.front().reads;
}

void check_values(const char* what, const DeviceValues& given, const std::vector<ValueType>& wanted) {
  if (given.size() != wanted.size())
    refuse_value(fmt::format("{} {}s, this plan has {}", given.size(), what, wanted.size()));
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!is_of(given, i, wanted[i]))
      refuse_value(
          fmt::format("the {} is {}, this plan is for {}", what, to_string(given.type(i)), to_string(wanted[i])));
    if (given.is_image(i) && !given.image(i).in_buffer())
      refuse_value(fmt::format("an {} in the storage '{}', allowed: buffer, image_buffer", what,
                               name_of(given.image(i).storage())));
  }
}

bool share_memory(const DeviceValues& a, std::size_t i, const DeviceValues& b, std::size_t k) {
  if (a.is_image(i) && b.is_image(k)) return a.image(i).shares_memory(b.image(k));
  if (!a.is_image(i) && !b.is_image(k)) return a.array(i).shares_memory(b.array(k));
  const DeviceImage& image = a.is_image(i) ? a.image(i) : b.image(k);
  const DeviceArray& array = a.is_image(i) ? b.array(k) : a.array(i);
  return image.in_buffer() && stretch_of(image).overlaps(array.buffer().stretch());
}

}  // namespace

void check_apart(const DeviceValues& inputs, const DeviceValues& outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t k = 0; k < inputs.size(); ++k)
      if (share_memory(outputs, i, inputs, k)) refuse_value("an input cannot be an output");
    for (std::size_t k = 0; k < i; ++k)
      if (share_memory(outputs, i, outputs, k)) refuse_value("one value cannot take two outputs");
  }
}

OpComputation::OpComputation(OpPtr op, Instance problem, const DimensionSchedule& schedule, const ocl::Queue& queue,
                             const Build& build)
    : GraphComputation(
          queue, [=](const Maker& maker) { return op->make(problem, schedule, maker); }, build),
      op_(std::move(op)),
      problem_(std::move(problem)),
      min_bytes_(min_bytes(*op_, problem_)) {}

bool OpComputation::has_regions() const {
  const auto is_image = [](const ValueType& type) { return std::holds_alternative<ImageType>(type); };
  const bool is_whole = op_->whole && !(op_->in_parts && op_->in_parts(problem_));
  return !is_whole && std::ranges::all_of(problem_.inputs.all(), is_image) &&
         std::ranges::all_of(problem_.outputs.all(), is_image);
}

Rect OpComputation::reads(const Rect& region, Size whole, std::size_t input) const {
  if (op_->reads) return op_->reads(op_->every_size ? with_size(whole, problem_) : problem_, region, input);
  if (reads_of(*op_, problem_.arguments, input) == Reads::same) return region;
  return rect_of(op_->every_size ? whole : problem_.inputs.image(input).size);
}

void OpComputation::check_region_of(const DeviceValues& inputs, const DeviceValues& outputs, const Rect& region) const {
  const Size whole = op_->every_size ? inputs.image(0).whole() : problem_.outputs.image(0).size;
  check_region(region, whole);
  const std::vector<ValueType>& planned = problem_.inputs.all();
  check_values("input", inputs, types_for(inputs, op_->every_size ? of_size(whole, planned) : planned));
  check_values("output", outputs, types_for(region, problem_.outputs.all()));
  for (std::size_t i = 0; i < inputs.size(); ++i)
    check_held(inputs.image(i), reads(region, inputs.image(0).whole(), i));
}

std::uint64_t OpComputation::bytes_for(Size size) const {
  if (!op_->every_size) return min_bytes_;
  const Size planned = problem_.outputs.image(0).size;
  const auto pixels = [](Size of) { return static_cast<double>(of.width) * static_cast<double>(of.height); };
  return static_cast<std::uint64_t>(static_cast<double>(min_bytes_) * pixels(size) / pixels(planned));
}

Launch OpComputation::launch(const DeviceValues& inputs, const DeviceValues& outputs,
                             const std::optional<Rect>& region) const {
  if (op_->every_size && !(inputs.size() > 0 && inputs.is_image(0)))
    check_values("input", inputs, problem_.inputs.all());
  if (region) {
    check_region_of(inputs, outputs, *region);
  } else if (op_->every_size) {
    const Size size = inputs.image(0).size();
    check_values("input", inputs, of_size(size, problem_.inputs.all()));
    check_values("output", outputs, of_size(size, problem_.outputs.all()));
  } else {
    check_values("input", inputs, problem_.inputs.all());
    check_values("output", outputs, problem_.outputs.all());
  }
  check_apart(inputs, outputs);
  const Size computed = region ? region->size() : op_->every_size ? inputs.image(0).size() : Size{1, 1};
  return launch_graph(inputs, outputs, region, bytes_for(computed));
}

}  // namespace lenslet::op
