// A stencil op's programs, its kernels with the arguments that are the same for all images, and the stages that launch
// them; the checks of a launch of images, and its memory.
#include "stencil/computation.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/image.hpp>

#include "image/layout.hpp"
#include "image/rect.hpp"
#include "rounding.hpp"
#include "stencil/compose.hpp"
#include "stencil/packing.hpp"
#include "stencil/problem.hpp"
#include "stencil/reads.hpp"
#include "stencil/speed.hpp"
#include "stencil/stages.hpp"
#include "stencil/tile.hpp"

namespace lenslet::stencil {
namespace {

// In a padded copy, each row begins at a multiple of this number of bytes, and so do the image's samples within it.
constexpr std::int64_t alignment = 128;

// Edges `pad`: the layout of the copy with a border.
struct Layout {
  std::int64_t left = 0;    // samples before the image's first in a row
  std::int64_t stride = 0;  // samples
  std::int64_t rows = 0;
};

Layout layout_of(const Problem& problem, Size size) {
  const std::int64_t line = alignment / static_cast<std::int64_t>(size_of(problem.input.type));
  const std::int64_t halo = std::int64_t{problem.stencil.radius_x} * problem.input.channels;
  Layout layout;
  layout.left = round_up(halo, line);
  layout.stride = layout.left + round_up(size.width * problem.input.channels + halo, line);
  layout.rows = size.height + 2 * std::int64_t{problem.stencil.radius_y};
  return layout;
}

// The bytes of a padded copy of one layer of an image of that size.
std::uint64_t padded_bytes(const Problem& problem, Size size) {
  const Layout layout = layout_of(problem, size);
  return static_cast<std::uint64_t>(layout.stride * layout.rows) * size_of(problem.input.type);
}

using op::Graph;
using op::GraphValue;
using op::LaunchShape;

constexpr std::uint64_t widest_frame_group = 64;

std::array<float, 4> border_argument(const Problem& problem) {
  std::array<float, 4> value{};
  for (std::size_t c = 0; c < value.size(); ++c)
    value[c] = static_cast<float>(store_value(problem.border_value[c], problem.input.type));
  return value;
}

// Sets the arguments that all images share.
void set_constants(ocl::Kernel& kernel, const Step& step, const Problem& problem, const Composition& composition) {
  const Operands& operands = step.operands;
  kernel.set(operands.border_value, border_argument(problem));
  if (operands.general) {
    const std::array<std::int32_t, 2> reach{step.radius.x * problem.input.channels, step.radius.y};
    kernel.set(operands.reach, reach);
    kernel.set(operands.rank, problem.stencil.rank.value_or(0));
  }
  for (std::size_t i = 0; i < step.tables.size(); ++i)
    kernel.set(operands.tables + static_cast<unsigned>(i), step.tables[i]);
  if (!step.taps) return;
  if (operands.taps_as == TapArguments::chords) return kernel.set(operands.chords, *step.taps);
  if (operands.taps_as == TapArguments::body) return kernel.set(operands.numbers, *step.taps);
  kernel.set(operands.taps, *step.taps);
  if (operands.taps_as != TapArguments::masks) kernel.set(operands.tap_counts, composition.tap_counts);
  if (operands.taps_as == TapArguments::network) return;
  kernel.set(operands.scale, composition.scale);
  kernel.set(operands.delta, composition.delta.data(), composition.delta.size());
}

std::optional<ocl::Buffer> upload_taps(const ocl::Queue& queue, const Composition& composition) {
  if (composition.taps.empty()) return {};
  const ocl::Buffer buffer = queue.allocate(composition.taps.size());
  queue.write(buffer, 0, composition.taps);
  return buffer;
}

std::vector<ocl::Buffer> upload_tables(const ocl::Queue& queue, const Problem& problem) {
  std::vector<ocl::Buffer> tables;
  const auto add = [&](const op::Epilogue& points) {
    for (const op::Table& table : points.tables) tables.push_back(op::upload(queue, table));
  };
  if (problem.epilogue) add(*problem.epilogue);
  if (problem.prologue) add(problem.prologue->points);
  return tables;
}

Step make_step(const ocl::Queue& queue, const Part& part, const Composition& composition, const ocl::Program& program) {
  Step step{ocl::Kernel(program, "block"),
            {},
            upload_taps(queue, composition),
            upload_tables(queue, part.problem),
            part.outputs,
            {},
            part.input,
            radius_of(part.problem),
            part.schedule};
  step.operands = stencil_operands(part.problem, part.schedule, static_cast<int>(part.outputs.size()));
  set_constants(step.block, step, part.problem, composition);
  if (has_edge_groups(part.schedule)) step.edge_blocks = edge_tile_of(part.schedule, part.problem).blocks;
  if (leaves_edges(part.schedule.edges)) {
    step.frame.emplace(program, "frame");
    set_constants(*step.frame, step, part.problem, composition);
  }
  return step;
}

Padding make_padding(const Problem& problem, const Schedule& schedule, const ocl::Program& program, Graph& graph) {
  const auto bytes = [problem, schedule](const LaunchShape& shape) {
    if (!has_room(schedule, problem, shape.region.size())) return std::uint64_t{0};
    const Rect reads = reads_of(shape.region, radius_of(problem), problem.border, shape.whole);
    return padded_bytes(problem, reads.size()) * static_cast<std::uint64_t>(shape.layers);
  };
  Padding padding{ocl::Kernel(program, "pad"), padding_operands(problem.layered), graph.scratch(bytes)};
  padding.kernel.set(padding.operands.border_value, border_argument(problem));
  return padding;
}

// Makes the image between passes. It has the columns of the region and the rows that the second pass reads.
Intermediate make_intermediate(const Problem& problem, Graph& graph) {
  const PixelFormat format{intermediate_type(problem), problem.input.channels, problem.input.alpha};
  const auto bytes = [format, problem](const LaunchShape& shape) {
    const Size size = between_passes(problem, shape.region, shape.whole).size();
    return bytes_of_rows(size, format, shape.layers);
  };
  return {graph.scratch(bytes), format};
}

void make_steps(Stages& stages, const op::Maker& maker, Graph& graph) {
  const DeviceInfo& device = maker.device();
  const Target target{.frame_group = static_cast<int>(stages.frame_group),
                      .fast_fma = device.fast_fma,
                      .paired_minima = has_paired_minima(device),
                      .loose_vectors = device.kind == DeviceKind::cpu,
                      .lane_sums = has_lane_sums(device),
                      .tiny_floats = device.denormals && device.kind == DeviceKind::gpu};
  for (const Part& part : parts_of(stages.problem, stages.schedule, maker.device())) {
    const Composition composition = compose(part.problem, part.schedule, part.masks, target);
    const ocl::Program program = maker.program(composition.source);
    stages.steps.push_back(make_step(stages.queue, part, composition, program));
    for (const int place : part.outputs)
      if (!stages.is_output(place)) stages.intermediates.push_back(make_intermediate(stages.problem, graph));
    if (stages.schedule.edges == Edges::pad && !stages.padding)
      stages.padding = make_padding(stages.problem, stages.schedule, program, graph);
  }
}

// The memory between stages that a step's kernels use.
std::vector<GraphValue> memory_of(const Stages& stages, const Step& step) {
  std::vector<GraphValue> values;
  std::vector<int> places = step.outputs;
  places.push_back(step.input);
  for (const int place : places) {
    if (place == Part::plans_input) {
      if (stages.padding) values.push_back(stages.padding->copy);
    } else if (!stages.is_output(place)) {
      values.push_back(stages.intermediate(place).memory);
    }
  }
  return values;
}

using Put = void (*)(Stages&, Step&, const op::Graph&, op::Launches&);

void add_step(const char* name, Put put, const std::shared_ptr<Stages>& stages, std::size_t step, Graph& graph) {
  graph.commands(name, memory_of(*stages, stages->steps[step]), [=](const op::Graph& bound, op::Launches& launches) {
    put(*stages, stages->steps[step], bound, launches);
  });
}

}  // namespace

// `source` becomes the input's rectangle in the copy. Pixels round the rectangle can be read as far as windows reach.
void launch_pad(Stages& stages, const op::Graph& bound, op::Launches& launches) {
  const Problem& problem = stages.problem;
  const op::LaunchShape shape = bound.shape();
  if (!has_room(stages.schedule, problem, shape.region.size())) return;
  const DeviceImage input =
      stages.source->view(reads_of(shape.region, radius_of(problem), problem.border, shape.whole));
  const Layout layout = layout_of(problem, input.size());
  const DeviceImage rows(bound.buffer(stages.padding->copy), input.size(), input.format(),
                         problem.stencil.radius_y * layout.stride + layout.left, layout.stride, input.layers(),
                         layout.rows * layout.stride);
  const DeviceImage copy = rows.as_part({input.whole(), input.rectangle().x, input.rectangle().y});
  set_input(stages.padding->kernel, stages.padding->operands, {input, input.offset(), input.size()});
  set_output(stages.padding->kernel, stages.padding->operands, 0, copy, copy.offset());
  const std::int64_t samples = (input.size().width + 2 * problem.stencil.radius_x) * problem.input.channels;
  const auto group = static_cast<std::int64_t>(stages.frame_group);
  const std::int64_t items = divide_up(samples, group * stages.schedule.vector) * group;
  launch_reading(stages, input, stages.padding->kernel,
                 {static_cast<std::size_t>(items), static_cast<std::size_t>(layout.rows),
                  static_cast<std::size_t>(input.layers())},
                 {stages.frame_group}, launches);
  stages.source = copy;
}

const DeviceImage& Stages::image(int place, const op::Graph& bound) const {
  if (place == Part::plans_input) return *source;
  if (is_output(place)) {
    const auto output = static_cast<std::size_t>(place);
    const DeviceImage& given = bound.device_image(Graph::output(output));
    return output < objects.size() && objects[output] && given.in_buffer() ? objects[output]->image : given;
  }
  return *intermediate(place).image;
}

void Stages::forget_images() {
  source.reset();
  for (auto& object : objects)
    if (object && !object->to_buffer) object.reset();  // a view of the caller's memory
  for (Intermediate& intermediate : intermediates) intermediate.image.reset();
}

namespace {

bool is_object(Storage storage) {
  return storage == Storage::image || storage == Storage::image_array;
}

// Makes all stages, for images of every size.
Graph graph_of(const Problem& problem, const Schedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const std::shared_ptr<Stages> stages(new Stages{maker.queue(), problem, schedule,
                                                  std::min<std::uint64_t>(widest_frame_group, maker.device().max_group),
                                                  std::max(maker.device().compute_units, 1)});
  make_steps(*stages, maker, graph);
  graph.commands("", {}, [=](const auto& bound, auto& launches) { prepare(*stages, bound, launches); });
  if (stages->padding)
    graph.commands("pad", {stages->padding->copy},
                   [=](const auto& bound, auto& launches) { launch_pad(*stages, bound, launches); });
  for (std::size_t step = 0; step < stages->steps.size(); ++step) {
    add_step("block", launch_block, stages, step, graph);
    if (stages->steps[step].frame) add_step("frame", launch_frame, stages, step, graph);
  }
  if (is_object(written_storage(schedule.stores)))
    graph.commands("copy", {}, [=](const auto& bound, auto& launches) { launch_copies(*stages, bound, launches); });
  graph.at_end([=] { stages->forget_images(); });
  return graph;
}

const DeviceImage& first_input(const Problem& problem, const DeviceValues& inputs) {
  const std::size_t wanted = count_inputs(problem);
  if (inputs.size() != wanted)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} inputs, this computation has {}", inputs.size(), wanted));
  check_image("input", inputs, 0);
  return inputs.image(0);
}

// The bytes of an image object. Rows with gaps between them are packed first, which takes as much again.
std::uint64_t bytes_of_conversion(Size size, PixelFormat format) {
  const auto packed = static_cast<std::uint64_t>(size.width * size.height) * format.bytes();
  return aligned_stride(size.width, format) == size.width * format.channels ? packed : 2 * packed;
}

// The bytes of results as image objects, as buffers without gaps, and as rows of buffers.
std::uint64_t bytes_of_results(const Problem& problem, Size size) {
  const PixelFormat format = output_format(problem);
  return problem.stencil.outputs.size() * (bytes_of_conversion(size, format) + bytes_of_rows(size, format));
}

}  // namespace

StencilComputation::StencilComputation(const ocl::Queue& queue, Problem problem, const Schedule& schedule,
                                       const op::Build& build)
    : GraphComputation(
          queue, [=](const op::Maker& maker) { return graph_of(problem, schedule, maker); }, build),
      problem_(std::move(problem)),
      schedule_(schedule) {}

Rect StencilComputation::reads(const Rect& region, Size whole, std::size_t) const {
  return reads_of(in_image(problem_, region), radius_of(problem_), problem_.border, whole);
}

op::LaunchShape StencilComputation::shape_in_image(const op::LaunchShape& shape) const {
  return {in_image(problem_, shape.region), shape.whole, shape.layers};
}

std::uint64_t StencilComputation::scratch_bytes(const op::LaunchShape& shape) const {
  const Size read = reads(shape.region, shape.whole).size();
  const std::uint64_t objects = is_object(schedule_.storage) ? bytes_of_conversion(read, problem_.input) : 0;
  const std::uint64_t results = is_object(output_storage()) ? bytes_of_results(problem_, shape.region.size()) : 0;
  return GraphComputation::scratch_bytes(shape_in_image(shape)) +
         (objects + results) * static_cast<std::uint64_t>(shape.layers);
}

Storage StencilComputation::output_storage() const {
  return written_storage(schedule_.stores);
}

// An op of several inputs reads all of them from buffers.
Storage StencilComputation::input_storage() const {
  return count_inputs(problem_) > 1 ? Storage::buffer : schedule_.storage;
}

Launch StencilComputation::launch(const DeviceValues& inputs, const DeviceValues& outputs,
                                  const std::optional<Rect>& region) const {
  const DeviceImage& input = first_input(problem_, inputs);
  const Size all = result_size(problem_, input.whole());
  if (region) check_region(*region, all);
  const bool smaller = all != input.whole();
  const Rect results = region.value_or(smaller ? Rect{0, 0, all.width, all.height} : input.rectangle());
  const Rect computed = in_image(problem_, results), read = reads(results, input.whole());
  check_images(problem_, input, outputs, computed, read, output_storage());
  check_others(problem_, inputs, outputs, computed, read);
  check_sides(read.size(), problem_.input.channels);
  const auto pixels = static_cast<std::uint64_t>(computed.width * computed.height * input.layers());
  return launch_graph(inputs, outputs, computed, pixels * bytes_of(problem_));
}

}  // namespace lenslet::stencil
