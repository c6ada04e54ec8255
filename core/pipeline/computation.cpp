// Launches a pipeline: gives each unit its inputs and outputs. Each of these knows which part of a whole it is.
#include "pipeline/computation.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "access.hpp"
#include "image/layout.hpp"
#include "image/rect.hpp"
#include "image/transfer.hpp"
#include "op/op_computation.hpp"
#include "op/values.hpp"
#include "pipeline/needs.hpp"

namespace lenslet::pipeline {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

void check_count(const char* what, std::size_t given, std::size_t wanted) {
  if (given != wanted) refuse(fmt::format("{} {}s, this pipeline has {}", given, what, wanted));
}

void check_counts(const DeviceValues& inputs, const DeviceValues& outputs, const Definition& definition) {
  check_count("input", inputs.size(), definition.inputs);
  check_count("output", outputs.size(), definition.outputs.size());
  if (!inputs.is_image(0)) refuse("input 0 is an array, this pipeline takes an image");
}

// Checks that every input has the wanted format and size, and holds all that the launch reads of it.
void check_inputs(const DeviceValues& inputs, const Typed& typed, const Needs& needs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto& type = std::get<ImageType>(typed.types[i]);
    if (!inputs.is_image(i)) refuse(fmt::format("input {} is an array, this pipeline takes an image", i));
    const DeviceImage& image = inputs.image(i);
    if (image.format() != type.format || image.whole() != needs.wholes[i])
      refuse(fmt::format("input {} is {}, of an image of {} x {}; this pipeline takes {} of {} x {}", i,
                         to_string(image.format()), image.whole().width, image.whole().height, to_string(type.format),
                         needs.wholes[i].width, needs.wholes[i].height));
    if (!is_inside(needs.rectangles[i], image.held()))
      refuse(fmt::format("the region reads {} of an input that holds {}", to_string(needs.rectangles[i]),
                         to_string(image.held())));
  }
}

// Checks that every output has its type, and that images have the wanted size.
void check_outputs(const DeviceValues& outputs, const Typed& typed, const Needs& needs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const ValueId id = typed.definition->outputs[i];
    const ValueType& type = typed.types[id];
    const Rect& region = needs.wanted[id];
    if (const auto* image = std::get_if<ImageType>(&type)) {
      if (!outputs.is_image(i) || outputs.image(i).format() != image->format ||
          outputs.image(i).size() != region.size())
        refuse(fmt::format("output {} is {}; this pipeline makes {} of {} x {}", i, to_string(outputs.type(i)),
                           to_string(image->format), region.width, region.height));
      if (!outputs.image(i).in_buffer()) refuse("an output in an image object; allowed: buffer, image_buffer");
    } else if (outputs.type(i) != type) {
      refuse(fmt::format("output {} is {}; this pipeline makes {}", i, to_string(outputs.type(i)), to_string(type)));
    }
  }
}

}  // namespace

// The data of one launch.
struct PipelineComputation::Run {
  const DeviceValues &inputs, &outputs;
  const Needs& all;                                     // needs of the whole launch
  Needs needs = {};                                     // needs of the present strip
  std::vector<std::optional<DeviceValue>> values = {};  // as the units see them
  std::vector<ocl::Event> events = {};
  std::shared_ptr<ocl::HostWork> rest = {};  // of the last unit
};

PipelineComputation::PipelineComputation(Typed typed, Arrangement arrangement, const PipelineSchedule& schedule,
                                         const ocl::Queue& queue, const op::Build& build)
    : typed_(std::move(typed)), arrangement_(std::move(arrangement)), strip_rows_(schedule.strip_rows), queue_(queue) {
  for (std::size_t i = 0; i < schedule.units.size(); ++i)
    computations_.push_back(arrangement_.units[i].problem->make(queue, schedule.units[i], build));
  std::uint64_t bytes = 0;
  for (ValueId id = 0; id < typed_.definition->inputs; ++id) bytes += bytes_of(typed_.types[id]);
  for (const ValueId id : typed_.definition->outputs) bytes += bytes_of(typed_.types[id]);
  const auto& first = std::get<ImageType>(typed_.types.front());
  min_bytes_per_pixel_ = bytes / static_cast<std::uint64_t>(std::max<std::int64_t>(first.pixels(), 1));
}

bool PipelineComputation::has_regions() const {
  return has_one_region(typed_);
}

Rect PipelineComputation::reads(const Rect& region, Size whole, std::size_t input) const {
  return needs(region, whole).rectangles[input];
}

// An input that only one unit reads may lie in that unit's storage.
Storage PipelineComputation::input_storage() const {
  std::optional<Storage> storage;
  for (std::size_t i = 0; i < computations_.size(); ++i) {
    const auto& inputs = arrangement_.units[i].inputs;
    if (std::ranges::none_of(inputs, [&](ValueId id) { return id < typed_.definition->inputs; })) continue;
    if (storage) return Storage::buffer;
    storage = computations_[i]->input_storage();
  }
  return storage.value_or(Storage::buffer);
}

std::vector<std::string> PipelineComputation::stages() const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < computations_.size(); ++i)
    for (const std::string& name : computations_[i]->stages())
      names.push_back(fmt::format("{}: {}", arrangement_.units[i].problem->op(), name));
  return names;
}

// An output is made directly in the caller's memory, unless later units read more of it than the caller wants.
bool PipelineComputation::lies_between(ValueId id, const Needs& needs) const {
  const bool is_output = std::ranges::count(typed_.definition->outputs, id) > 0;
  return id >= typed_.definition->inputs &&
         (!is_output || (needs.rectangles[id].width > 0 && needs.rectangles[id] != needs.wanted[id]));
}

std::uint64_t PipelineComputation::bytes_between(ValueId id, const op::LaunchShape& shape) const {
  const Needs all = needs(shape.region, shape.whole);
  const auto* image = std::get_if<ImageType>(&typed_.types[id]);
  if (!lies_between(id, all) || (image && all.rectangles[id].width == 0)) return 0;
  if (!image) return std::max<std::uint64_t>(bytes_of(typed_.types[id]), 16);
  return bytes_of_rows(all.rectangles[id].size(), image->format, shape.layers);
}

// A value is alive from the unit that makes it to the last unit that reads it; an output is alive to the end.
op::Arena PipelineComputation::make_arena() const {
  op::Arena arena;
  const std::size_t end = arrangement_.units.size();
  for (ValueId id = 0; id < typed_.types.size(); ++id) {
    arena.add([this, id](const op::LaunchShape& shape) { return bytes_between(id, shape); });
    if (std::ranges::count(typed_.definition->outputs, id) > 0) arena.use(id, end);
    for (std::size_t i = 0; i < end; ++i) {
      const Unit& unit = arrangement_.units[i];
      if (std::ranges::count(unit.inputs, id) > 0 || std::ranges::count(unit.outputs, id) > 0) arena.use(id, i);
    }
  }
  arena.place();
  return arena;
}

PipelineComputation::Memory PipelineComputation::take_memory() const {
  const std::lock_guard lock(mutex_);
  if (idle_.empty()) return {make_arena()};
  Memory memory = std::move(idle_.back());
  idle_.pop_back();
  return memory;
}

void PipelineComputation::give_back(Memory memory) const {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(memory));
}

// Launches often have the same size one after the other: needs are then computed only once.
void PipelineComputation::lay_out(const Rect& computed, const DeviceImage& first, Memory& memory) const {
  const op::LaunchShape& known = memory.shape;
  if (!memory.strips.empty() && known.region == computed && known.whole == first.whole() &&
      known.layers == first.layers())
    return;
  memory.strips.clear();
  memory.shape = {computed, first.whole(), first.layers()};
  memory.needs = needs(computed, first.whole());
  for (const Rect& strip : strips_of(computed)) {
    memory.arena.grow(queue_, {strip, first.whole(), first.layers()});
    memory.strips.emplace_back(strip, needs(strip, first.whole()));
  }
}

// The shape of each unit's launch in a launch of this shape.
std::vector<op::LaunchShape> PipelineComputation::shapes_of_units(const op::LaunchShape& shape) const {
  const Needs all = needs(shape.region, shape.whole);
  std::vector<op::LaunchShape> shapes;
  for (const Unit& unit : arrangement_.units)
    shapes.push_back({all.rectangles[unit.outputs.front()], all.wholes[unit.inputs.front()], shape.layers});
  return shapes;
}

std::uint64_t PipelineComputation::scratch_of_units(const op::LaunchShape& shape) const {
  const std::vector<op::LaunchShape> shapes = shapes_of_units(shape);
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < computations_.size(); ++i) bytes += computations_[i]->scratch_bytes(shapes[i]);
  return bytes;
}

void PipelineComputation::reserve(const op::LaunchShape& shape) const {
  Memory memory = take_memory();
  for (const Rect& strip : strips_of(shape.region)) {
    const op::LaunchShape part{strip, shape.whole, shape.layers};
    memory.arena.grow(queue_, part);
    const std::vector<op::LaunchShape> shapes = shapes_of_units(part);
    for (std::size_t i = 0; i < computations_.size(); ++i) computations_[i]->reserve(shapes[i]);
  }
  give_back(std::move(memory));
}

std::uint64_t PipelineComputation::scratch_bytes(const op::LaunchShape& shape) const {
  std::uint64_t between = 0, units = 0;
  const op::Arena arena = make_arena();
  for (const Rect& strip : strips_of(shape.region)) {
    const op::LaunchShape part{strip, shape.whole, shape.layers};
    between = std::max(between, arena.bytes(part));
    units = std::max(units, scratch_of_units(part));
  }
  return units + between;
}

namespace {

// Returns the rectangle `part` of the whole result. The caller's output holds the rectangle `held` of it.
DeviceImage part_of_output(const DeviceImage& output, const Rect& held, Size whole, const Rect& part) {
  return output.as_whole().as_part({whole, held.x, held.y}).view(part);
}

}  // namespace

void PipelineComputation::launch_unit(std::size_t index, Run& run) const {
  const Unit& unit = arrangement_.units[index];
  std::vector<DeviceValue> inputs, outputs;
  for (const ValueId id : unit.inputs) inputs.push_back(*run.values[id]);
  for (const ValueId id : unit.outputs) outputs.push_back(*run.values[id]);
  std::optional<Rect> region;
  if (computations_[index]->has_regions()) region = run.needs.rectangles[unit.outputs.front()];
  Launch launch = computations_[index]->launch(inputs, outputs, region);
  const bool is_last = index + 1 == computations_.size();
  internal::Access::take(std::move(launch), is_last, run.events, run.rest);
}

// Copies outputs from the memory between units to the caller's memory.
void PipelineComputation::copy_outputs(Run& run) const {
  for (std::size_t i = 0; i < typed_.definition->outputs.size(); ++i) {
    const ValueId id = typed_.definition->outputs[i];
    if (!std::holds_alternative<ImageType>(typed_.types[id]) || !lies_between(id, run.needs)) continue;
    const Rect& wanted = run.needs.wanted[id];
    const DeviceImage part = std::get<DeviceImage>(*run.values[id]).view(wanted);
    const DeviceImage to = part_of_output(run.outputs.image(i), run.all.wanted[id], run.needs.wholes[id], wanted);
    for (std::int64_t layer = 0; layer < to.layers(); ++layer) {
      const DeviceImage from_layer = part.layer(layer), to_layer = to.layer(layer);
      for (ocl::Event& event :
           queue_.copy_rows(from_layer.buffer(), rows_of(from_layer), to_layer.buffer(), rows_of(to_layer),
                            row_bytes_of(to_layer), static_cast<std::uint64_t>(to_layer.size().height)))
        run.events.push_back(std::move(event));
    }
  }
}

// Gives each value of a strip its memory: the caller's, or memory between units.
void PipelineComputation::place_values(Run& run, const op::Arena& arena) const {
  const Definition& definition = *typed_.definition;
  const std::int64_t layers = run.inputs.image(0).layers();
  for (ValueId id = 0; id < typed_.types.size(); ++id) {
    const Rect& part = run.needs.rectangles[id];
    const auto* image = std::get_if<ImageType>(&typed_.types[id]);
    if (id < definition.inputs) {
      run.values[id] = run.inputs.image(id);
    } else if (image && part.width == 0) {
      continue;  // it never leaves its unit
    } else if (!lies_between(id, run.needs)) {
      const auto output =
          static_cast<std::size_t>(std::ranges::find(definition.outputs, id) - definition.outputs.begin());
      if (image)
        run.values[id] = part_of_output(run.outputs.image(output), run.all.wanted[id], run.needs.wholes[id], part);
      else
        run.values[id] = run.outputs.array(output);
    } else if (image) {
      run.values[id] = image_in(arena.buffer(id), part.size(), image->format, layers)
                           .as_part({run.needs.wholes[id], part.x, part.y});
    } else {
      run.values[id] = DeviceArray(std::get<ArrayType>(typed_.types[id]), arena.buffer(id));
    }
  }
}

void PipelineComputation::launch_strip(Run& run, const op::Arena& arena) const {
  place_values(run, arena);
  for (std::size_t i = 0; i < computations_.size(); ++i) launch_unit(i, run);
  copy_outputs(run);
}

// Cuts the region into strips, from its first row on.
std::vector<Rect> PipelineComputation::strips_of(const Rect& region) const {
  if (strip_rows_ == 0) return {region};
  std::vector<Rect> strips;
  for (std::int64_t y = 0; y < region.height; y += strip_rows_)
    strips.push_back({region.x, region.y + y, region.width, std::min<std::int64_t>(strip_rows_, region.height - y)});
  return strips;
}

// What a launch without a region computes, for whole inputs or for a rectangle of them.
Rect PipelineComputation::all_of(const DeviceImage& first) const {
  const ValueId id = typed_.definition->outputs.front();
  if (first.rectangle() != rect_of(first.whole())) return first.rectangle();
  if (!std::holds_alternative<ImageType>(typed_.types[id])) return {};
  return rect_of(needs(rect_of(first.whole()), first.whole()).wholes[id]);
}

Launch PipelineComputation::launch(const DeviceValues& inputs, const DeviceValues& outputs,
                                   const std::optional<Rect>& region) const {
  check_counts(inputs, outputs, *typed_.definition);
  const DeviceImage& first = inputs.image(0);
  const Rect computed = region.value_or(all_of(first));
  Memory memory = take_memory();
  lay_out(computed, first, memory);
  check_inputs(inputs, typed_, memory.needs);
  check_outputs(outputs, typed_, memory.needs);
  op::check_apart(inputs, outputs);
  Run run{inputs, outputs, memory.needs};
  for (const auto& [strip, needs] : memory.strips) {
    run.needs = needs;
    run.values.assign(typed_.types.size(), {});
    launch_strip(run, memory.arena);
  }
  queue_.flush();
  give_back(std::move(memory));
  const auto pixels = static_cast<std::uint64_t>(first.whole().width * first.whole().height * first.layers());
  return internal::Access::launch(std::move(run.events), pixels * min_bytes_per_pixel_, queue_.timed(),
                                  std::move(run.rest));
}

}  // namespace lenslet::pipeline
