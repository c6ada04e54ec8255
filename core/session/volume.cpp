// Runs calls on volumes: pass after pass, each over pages, along depth, or of all pages at once.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/ranges.h>

#include <lenslet/error.hpp>
#include <lenslet/stack_run.hpp>
#include <lenslet/work.hpp>

#include "image/copy_pixels.hpp"
#include "image/sides.hpp"
#include "op/op.hpp"
#include "op/volume.hpp"
#include "session/apart.hpp"
#include "session/stack_parts.hpp"
#include "system/printable.hpp"

namespace lenslet {
namespace {

using op::VolumePass;

constexpr const char* pages_parameter = "pages";

[[noreturn]] void refuse_volume(const Call& call, const std::string& what) {
  throw Error(ErrorKind::invalid_argument, fmt::format("{}: {}", system::shown_name(call.op), what));
}

// How a call finds the axis of its depth, see Op::depth_axis.
struct DepthRule {
  std::vector<char> names = {'Z', 'Q'};  // the first of them that there is
  bool any = false;                      // or the only axis
};

DepthRule depth_rule(const op::Op& op, const Call& call) {
  if (!op.depth_axis) return {};
  const std::optional<char> name = op.depth_axis(op::Arguments(op.info, call.arguments));
  return name ? DepthRule{{*name}} : DepthRule{.any = true};
}

std::size_t place_of_depth(const std::vector<StackAxis>& axes, const DepthRule& rule = {}) {
  for (const char name : rule.names)
    for (std::size_t i = 0; i < axes.size(); ++i)
      if (axes[i].name == name) return i;
  if (rule.any && axes.size() == 1) return 0;
  std::string names;
  for (const StackAxis& axis : axes) names += fmt::format("{}{}", names.empty() ? "" : ", ", axis.name);
  throw Error(ErrorKind::invalid_argument,
              fmt::format("a volume of {}; allowed: with an axis {}{}",
                          names.empty() ? "a single page" : "a stack whose axes are " + names,
                          fmt::join(rule.names, ", or "), rule.any ? ", or of one axis alone" : ""));
}

bool has_pages(const op::Op& op) {
  return std::ranges::any_of(op.info.parameters, [](const Parameter& one) { return one.name == pages_parameter; });
}

// Where the volumes lie in a stack: `depth` pages, `inner` pages apart, in each of `outer` parts.
struct Volumes {
  std::vector<StackAxis> axes;
  std::size_t place;  // of the depth's axis

  std::int64_t outer() const { return pages_along(axes, 0, place); }
  std::int64_t depth() const { return axes[place].length; }
  std::int64_t inner() const { return pages_along(axes, place + 1, axes.size()); }
  std::int64_t count() const { return outer() * inner(); }
  std::int64_t page(std::int64_t volume, std::int64_t z) const {
    return (volume / inner() * depth() + z) * inner() + volume % inner();
  }

  std::vector<StackAxis> of_depth(std::int64_t length) const {
    std::vector<StackAxis> result = axes;
    result[place].length = length;
    return result;
  }
  std::vector<StackAxis> others() const {
    std::vector<StackAxis> result = axes;
    result.erase(result.begin() + static_cast<std::ptrdiff_t>(place));
    return result;
  }
};

void copy_page(const ImageView& from, const MutableImageView& to) {
  copy_pixels({from.pixel(0, 0), from.stride(), from.pixel_stride()}, {to.pixel(0, 0), to.stride(), to.pixel_stride()},
              from.size(), from.format().bytes());
}

// The distance between the rows of a volume with its pages one below another, where it is the same for all rows.
std::optional<std::int64_t> tall_stride(const StackView& stack, std::size_t depth) {
  const StackStrides& strides = stack.strides();
  return joined_stride(
      {{stack.type().axes[depth].length, strides.axes[depth]}, {stack.type().size.height, strides.row}}, strides.row);
}

// The distance between the places of a page and of the axes within the depth, where it is the same for all of them.
std::optional<std::int64_t> column_stride(const StackView& stack, std::size_t depth) {
  const auto& [size, format, axes] = stack.type();
  const StackStrides& strides = stack.strides();
  std::vector<Side> sides;
  for (std::size_t i = depth + 1; i < axes.size(); ++i) sides.push_back({axes[i].length, strides.axes[i]});
  sides.push_back({size.height, strides.row});
  sides.push_back({size.width, strides.pixel});
  return joined_stride(sides, strides.pixel);
}

// One volume with its pages one below another: where it lies, or a copy where the distances of rows differ.
class Tall {
 public:
  Tall(const StackView& stack, const Volumes& volumes, std::int64_t volume) {
    const auto& [size, format, axes] = stack.type();
    const Size tall{size.width, size.height * volumes.depth()};
    if (const auto stride = tall_stride(stack, volumes.place)) {
      view_ = ImageView(stack.page(volumes.page(volume, 0)).pixel(0, 0), tall, format, *stride, stack.strides().pixel);
      return;
    }
    copy_.emplace(tall, format);
    for (std::int64_t z = 0; z < volumes.depth(); ++z)
      copy_page(stack.page(volumes.page(volume, z)),
                MutableImageView(copy_->row(z * size.height), size, format, copy_->stride()));
    view_ = ImageView(*copy_);
  }
  const ImageView& view() const { return *view_; }

 private:
  std::optional<Image> copy_;
  std::optional<ImageView> view_;
};

// Puts a result whose pages lie one below another where the volume's pages are.
void spread(const Image& tall, const MutableStackView& stack, const Volumes& volumes, std::int64_t volume) {
  const Size size = stack.type().size;
  for (std::int64_t z = 0; z < volumes.depth(); ++z)
    copy_page(ImageView(tall.row(z * size.height), size, tall.format(), tall.stride()),
              stack.page(volumes.page(volume, z)));
}

void copy_pages(const StackView& from, const MutableStackView& to) {
  for (std::int64_t page = 0; page < from.pages(); ++page) copy_page(from.page(page), to.page(page));
}

// The columns of a stack: where they lie, or a copy where their distances differ.
class Columns {
 public:
  Columns(const StackView& stack, const Volumes& volumes) : view_(stack), volumes_(volumes) {
    if (column_stride(stack, volumes.place)) return;
    copy_.emplace(stack.type());
    copy_pages(stack, *copy_);
    view_ = *copy_;
  }
  Columns(const Columns&) = delete;
  Columns& operator=(const Columns&) = delete;

  // So many columns of a part, from `first` on. A row is a page.
  ImageView image(std::int64_t part, std::int64_t first, std::int64_t count) const {
    const std::int64_t step = *column_stride(view_, volumes_.place);
    const std::byte* const begin = view_.page(part * volumes_.depth() * volumes_.inner()).pixel(0, 0) + first * step;
    return {begin, {count, volumes_.depth()}, view_.type().format, view_.strides().axes[volumes_.place], step};
  }

 private:
  StackView view_;
  Volumes volumes_;
  std::optional<Stack> copy_ = {};
};

// The same for a result.
class MutableColumns {
 public:
  MutableColumns(const MutableStackView& stack, const Volumes& volumes)
      : target_(stack), view_(stack), volumes_(volumes) {
    if (column_stride(stack, volumes.place)) return;
    copy_.emplace(stack.type());
    view_ = *copy_;
  }
  MutableColumns(const MutableColumns&) = delete;
  MutableColumns& operator=(const MutableColumns&) = delete;

  MutableImageView image(std::int64_t part, std::int64_t first, std::int64_t count) const {
    const std::int64_t step = *column_stride(view_, volumes_.place);
    std::byte* const begin = view_.page(part * volumes_.depth() * volumes_.inner()).pixel(0, 0) + first * step;
    return {begin, {count, volumes_.depth()}, view_.type().format, view_.strides().axes[volumes_.place], step};
  }
  void finish() const {
    if (copy_) copy_pages(*copy_, target_);
  }

 private:
  MutableStackView target_, view_;
  Volumes volumes_;
  std::optional<Stack> copy_ = {};
};

// How many of the columns the device can hold, and kernels can count.
std::int64_t columns_at_once(const DeviceInfo& device, const ImageType& input, const ImageType& output,
                             const OpOptions& options) {
  const std::uint64_t memory = options.memory > 0 ? options.memory : device.global_memory / 2;
  const std::uint64_t allowed = std::min(memory / 4, device.max_allocation / 2);
  const std::uint64_t column =
      bytes_of(std::vector<ValueType>{input, output}) / static_cast<std::uint64_t>(input.size.width);
  constexpr std::int64_t most_pixels = 1 << 30;
  const auto fit = static_cast<std::int64_t>(allowed / std::max<std::uint64_t>(column, 1));
  return std::clamp<std::int64_t>(std::min(fit, most_pixels / input.size.height), 1, input.size.width);
}

// The windows along depth are one column wide, so each place of the pages is a column.
Made run_along_depth(const Session& session, const Call& call, const StackView& input, const OpOptions& options,
                     StackRoom targets, StackResult& told) {
  const auto& [page, format, axes] = input.type();
  const Volumes volumes{axes, place_of_depth(axes)};
  const std::int64_t columns = volumes.inner() * page.width * page.height;
  Repeated repeated(session, call, options, {false});
  const ImageType whole{format, {columns, volumes.depth()}};
  const auto result = std::get<ImageType>(repeated.problem({whole}).outputs().front());
  const std::vector<StackAxis> made_axes = volumes.of_depth(result.size.height);
  check_count(call, 1, targets);
  Made made = room_for(call, ImageType{result.format, page}, made_axes, targets, 0);
  const Columns from(input, volumes);
  const MutableColumns to(*pages_of(made), {made_axes, volumes.place});
  const std::int64_t at_once = columns_at_once(session.device(), whole, result, options);
  for (std::int64_t part = 0; part < volumes.outer(); ++part)
    for (std::int64_t first = 0; first < columns; first += at_once) {
      const std::int64_t count = std::min(at_once, columns - first);
      repeated.run(from.image(part, first, count), {to.image(part, first, count)});
    }
  to.finish();
  repeated.tell(told);
  return made;
}

// The work on volumes of another depth.
Work of_depth(Work work, const std::vector<bool>& pages, std::int64_t from, std::int64_t depth) {
  for (std::size_t i = 0; i < work.inputs.size(); ++i)
    if (auto* image = std::get_if<ImageType>(&work.inputs[i]); image && pages[i])
      image->size.height = image->size.height / from * depth;
  work.call.arguments[pages_parameter] = depth;
  return work;
}

// The work on volumes of small pages, which are within every op's limits.
Work of_small_pages(Work work, const std::vector<bool>& pages, std::int64_t depth) {
  constexpr std::int64_t small = 64;
  for (std::size_t i = 0; i < work.inputs.size(); ++i)
    if (auto* image = std::get_if<ImageType>(&work.inputs[i])) {
      const std::int64_t layers = pages[i] ? depth : 1;
      image->size = {std::min(image->size.width, small), std::min(image->size.height / layers, small) * layers};
    }
  return work;
}

// Tells for each result whether it has no depth, as a projection along it has none: then it is as large for volumes of
// another depth. `pages` tells which inputs are volumes.
std::vector<bool> flat_results(const Work& work, const std::vector<bool>& pages, std::int64_t depth) {
  const Work small = of_small_pages(work, pages, depth);
  const std::vector<ValueType> own = op::problem_of(small)->outputs();
  const std::int64_t another = depth > 2 ? depth - 1 : depth + 1;
  const std::vector<ValueType> other = op::problem_of(of_depth(small, pages, depth, another))->outputs();
  std::vector<bool> flat;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const auto *one = std::get_if<ImageType>(&own[i]), *two = std::get_if<ImageType>(&other[i]);
    flat.push_back(one && two && one->size == two->size);
  }
  return flat;
}

// Runs a call on volumes that lie each as one tall image.
class WholeRun {
 public:
  WholeRun(const Session& session, const Call& call, const StackViews& inputs, const OpOptions& options,
           StackRoom targets)
      : inputs_(inputs),
        call_(call),
        targets_(targets),
        volumes_{axes_of(inputs),
                 place_of_depth(axes_of(inputs), depth_rule(*op::find(call.op, ValueKind::image), call))},
        repeated_(session, with_pages(call, volumes_.depth()), options, std::vector<bool>(inputs.size(), false)) {}

  std::vector<Made> run(StackResult& told) {
    for (std::int64_t volume = 0; volume < volumes_.count(); ++volume) run_one(volume);
    told.names = repeated_.names();
    repeated_.tell(told);
    return std::move(made_);
  }

 private:
  static Call with_pages(Call call, std::int64_t pages) {
    call.arguments[pages_parameter] = pages;
    return call;
  }

  void run_one(std::int64_t volume);
  HostView view_of(const StackInput& input, std::int64_t volume, std::vector<Tall>& tall) const;
  void make_room(const std::vector<ValueType>& inputs, const std::vector<ValueType>& outputs);
  PartTarget target_for(std::size_t output, const ValueType& type, std::int64_t volume, std::vector<Image>& images);

  // Whether a volume of the result is written where it lies.
  bool lies_together(std::size_t output, const StackView& stack) const {
    return flat_[output] || tall_stride(stack, volumes_.place);
  }

  const StackViews& inputs_;
  const Call& call_;
  StackRoom targets_;
  Volumes volumes_;
  Repeated repeated_;
  std::vector<Made> made_ = {};
  std::vector<bool> flat_ = {};  // results of one page for each volume
};

HostView WholeRun::view_of(const StackInput& input, std::int64_t volume, std::vector<Tall>& tall) const {
  if (const auto* stack = std::get_if<StackView>(&input)) return tall.emplace_back(*stack, volumes_, volume).view();
  if (const auto* image = std::get_if<ImageView>(&input)) return *image;
  return std::get<ArrayView>(input);
}

void WholeRun::make_room(const std::vector<ValueType>& inputs, const std::vector<ValueType>& outputs) {
  std::vector<bool> pages;
  for (const StackInput& input : inputs_) pages.push_back(std::holds_alternative<StackView>(input));
  const std::vector<bool> flat = flat_results(repeated_.problem(inputs).work(), pages, volumes_.depth());
  check_count(call_, outputs.size(), targets_);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    ValueType output = outputs[i];
    auto* image = std::get_if<ImageType>(&output);
    flat_.push_back(flat[i]);
    if (image && !flat_[i]) image->size.height /= volumes_.depth();
    const std::vector<StackAxis> axes = image && !flat_[i] ? volumes_.axes : volumes_.others();
    made_.push_back(room_for(call_, output, axes, targets_, i));
  }
}

PartTarget WholeRun::target_for(std::size_t output, const ValueType& type, std::int64_t volume,
                                std::vector<Image>& images) {
  const auto stack = pages_of(made_[output]);
  if (!stack) return part_of(made_[output], std::get<ArrayType>(type), volume);
  const auto& [format, size, layers] = std::get<ImageType>(type);
  if (flat_[output]) return stack->page(volume);
  if (!lies_together(output, *stack)) return images.emplace_back(size, format);
  std::byte* const first = stack->page(volumes_.page(volume, 0)).pixel(0, 0);
  return MutableImageView(first, size, format, *tall_stride(*stack, volumes_.place), stack->strides().pixel);
}

void WholeRun::run_one(std::int64_t volume) {
  std::vector<Tall> tall;
  tall.reserve(inputs_.size());
  std::vector<HostView> views;
  for (const StackInput& input : inputs_) views.push_back(view_of(input, volume, tall));
  const HostViews all(std::move(views));
  const std::vector<ValueType> outputs = repeated_.problem(all.types()).outputs();
  if (made_.empty()) make_room(all.types(), outputs);
  std::vector<Image> images;
  images.reserve(outputs.size());
  std::vector<PartTarget> targets;
  for (std::size_t i = 0; i < outputs.size(); ++i) targets.push_back(target_for(i, outputs[i], volume, images));
  repeated_.run(all, targets);
  auto image = images.begin();
  for (std::size_t i = 0; i < made_.size(); ++i)
    if (const auto stack = pages_of(made_[i]); stack && !lies_together(i, *stack))
      spread(*image++, *stack, volumes_, volume);
}

std::vector<VolumePass> passes_of(const op::Op& op, const Call& call, const StackType& type,
                                  const VolumeOptions& volume) {
  if (op.info.of_arrays() || !(op.volume || has_pages(op)))
    refuse_volume(call, "is not computed in three dimensions; allowed: page by page");
  const std::int64_t pages = type.axes[place_of_depth(type.axes, depth_rule(op, call))].length;
  if (!op.volume) {
    if (volume.depth)
      refuse_volume(call, fmt::format("the depth {}; allowed: none, since nothing of it has a size", *volume.depth));
    return {{.call = call, .way = VolumePass::Way::whole}};
  }
  const op::Arguments arguments(op.info, call.arguments);
  return op.volume({arguments, call.arguments, type.format.type, pages, volume.depth});
}

// Refuses what has no meaning for volumes, or none for some of their passes.
void check_volume(const Call& call, const OpOptions& options, std::size_t passes) {
  if (call.arguments.contains(pages_parameter))
    refuse_volume(call, "the parameter 'pages' with a volume; allowed: one of them");
  if (op::leaves_out(options)) refuse_volume(call, "missing samples in a volume; allowed: page by page");
  if (passes < 2) return;
  if (!options.schedule.empty())
    refuse_volume(call, fmt::format("the schedule {} for a volume, which takes {} passes; allowed: none",
                                    system::shown_name(options.schedule), passes));
  if (options.accuracy && *options.accuracy != Accuracy::exact)
    refuse_volume(call, fmt::format("the accuracy {} for a volume; allowed: exact", name_of(*options.accuracy)));
}

// Of passes between the volume and the result only the last has the result's type.
OpOptions options_for(const VolumePass& pass, bool is_last, SampleType type, OpOptions options) {
  if (borders_of(pass.call).empty()) {
    options.border.reset();
    options.border_value = {};
  }
  if (is_last && pass.fine) options.ddepth = options.ddepth.value_or(type);
  if (!is_last) options.ddepth = pass.fine ? std::optional(SampleType::f32) : std::nullopt;
  return options;
}

StackViews inputs_for(const VolumePass& pass, const StackViews& volume, const std::optional<Stack>& made) {
  if (!made) return volume;
  const StackInput& own = volume[0];
  const StackInput last = StackView(*made);
  if (pass.takes == VolumePass::Takes::volume_and_made) return std::vector{own, last};
  if (pass.takes == VolumePass::Takes::made_and_volume) return std::vector{last, own};
  return std::vector{last};
}

std::vector<Made> run_pass(const Session& session, const VolumePass& pass, const StackViews& inputs,
                           const OpOptions& options, StackRoom targets, StackResult& told) {
  if (pass.way == VolumePass::Way::pages) return run_pages(session, pass.call, inputs, options, targets, told);
  if (pass.way == VolumePass::Way::whole) return WholeRun(session, pass.call, inputs, options, targets).run(told);
  std::vector<Made> made;
  made.push_back(run_along_depth(session, pass.call, std::get<StackView>(inputs[0]), options, targets, told));
  return made;
}

const StackType& first_stack(const StackViews& inputs) {
  for (const StackInput& input : inputs)
    if (const auto* stack = std::get_if<StackView>(&input)) return stack->type();
  throw Error(ErrorKind::invalid_argument, "a call on volumes without a stack among its inputs");
}

void check_depth(const StackType& type, const DepthRule& rule) {
  const StackAxis& axis = type.axes[place_of_depth(type.axes, rule)];
  if (axis.length < 2)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("a volume of {} page along {}; allowed: 2 or more", axis.length, axis.name));
}

}  // namespace

char depth_axis(const Call& call, const StackType& type) {
  return type.axes[place_of_depth(type.axes, depth_rule(*op::find(call.op, ValueKind::image), call))].name;
}

bool joins_channels(const Call& call) {
  const op::OpPtr op = op::find(call.op, ValueKind::image);
  return op->joins_channels && op->joins_channels(op::Arguments(op->info, call.arguments));
}

bool takes_volumes(const Call& call) {
  const op::OpPtr op = op::find(call.op, ValueKind::image);
  return !op->info.of_arrays() && (op->volume || has_pages(*op));
}

std::vector<VolumeOutput> volume_outputs(const Work& page, const std::vector<bool>& stacks, std::int64_t depth) {
  const bool by_passes = static_cast<bool>(op::find(page.call.op, ValueKind::image)->volume);
  const Work work = by_passes ? page : of_depth(page, stacks, 1, depth);
  std::vector<WorkOutput> all = work_outputs(work);
  const std::vector<bool> flat = by_passes ? std::vector<bool>(all.size()) : flat_results(work, stacks, depth);
  std::vector<VolumeOutput> made;
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto* image = std::get_if<ImageType>(&all[i].type);
    if (image && !by_passes && !flat[i]) image->size.height /= depth;
    // Depth has gone, and what lies in a page lies where it was.
    if (image && flat[i] && image->size == std::get<ImageType>(page.inputs.front()).size)
      all[i].placement = Placement();
    made.push_back({std::move(all[i]), flat[i]});
  }
  return made;
}

namespace {

// Passes make one stack. Only the last one would find that the target does not fit it.
void check_target_of_passes(const Call& call, const StackViews& inputs, const OpOptions& options,
                            const StackTargets& targets) {
  Work page{call, {}, options};
  std::vector<bool> stacks;
  for (const StackInput& input : inputs) {
    stacks.push_back(std::holds_alternative<StackView>(input));
    page.inputs.push_back(HostViews{page_of(input, 0)}.types().front());
  }
  const StackType& type = first_stack(inputs);
  const std::int64_t depth = type.axes[place_of_depth(type.axes)].length;
  const std::vector<VolumeOutput> outputs = volume_outputs(page, stacks, depth);
  check_count(call, outputs.size(), &targets);
  for (std::size_t i = 0; i < outputs.size(); ++i) room_for(call, outputs[i].output.type, type.axes, &targets, i);
}

StackResult run_passes(const Session& session, const Call& call, const StackViews& inputs, const VolumeOptions& volume,
                       const OpOptions& options, StackRoom targets) {
  const op::OpPtr op = op::find(call.op, ValueKind::image);
  axes_of(inputs);
  const StackType& type = first_stack(inputs);
  if (takes_volumes(call)) check_depth(type, depth_rule(*op, call));
  const std::vector<VolumePass> passes = passes_of(*op, call, type, volume);
  check_volume(call, options, passes.size());
  if (targets && passes.size() > 1) check_target_of_passes(call, inputs, options, *targets);
  StackResult told;
  std::optional<Stack> last;
  std::vector<Made> made;
  for (std::size_t i = 0; i < passes.size(); ++i) {
    const bool is_last = i + 1 == passes.size();
    const OpOptions own = options_for(passes[i], is_last, type.format.type, options);
    made = run_pass(session, passes[i], inputs_for(passes[i], inputs, last), own, is_last ? targets : nullptr, told);
    if (!is_last) last = std::move(std::get<Stack>(made.front()));
  }
  std::vector<std::string> names = passes.size() > 1 ? std::vector{op->info.outputs.front().name} : told.names;
  return with_values(std::move(told), std::move(made), std::move(names));
}

}  // namespace

StackResult Session::run_volume(const Call& call, const StackViews& inputs, const VolumeOptions& volume,
                                const OpOptions& options) const {
  return run_passes(*this, call, inputs, volume, options, nullptr);
}

StackResult Session::run_volume_into(const Call& call, const StackViews& inputs, const StackTargets& outputs,
                                     const VolumeOptions& volume, const OpOptions& options) const {
  const std::vector<Laid> written = laid_of(outputs);
  check_apart(written);
  check_apart(inputs, written, false);
  return run_passes(*this, call, inputs, volume, options, &outputs);
}

}  // namespace lenslet
