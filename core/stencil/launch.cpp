// What happens for each image: the blocks that need no checks, the arguments that depend on the image, and the
// launches. Nothing here makes programs or kernels, or hashes.
#include <algorithm>
#include <cstdint>
#include <limits>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "image/layout.hpp"
#include "image/transfer.hpp"
#include "rounding.hpp"
#include "stencil/computation.hpp"
#include "stencil/reads.hpp"
#include "stencil/running.hpp"
#include "stencil/selection.hpp"
#include "stencil/stages.hpp"
#include "stencil/strip.hpp"
#include "stencil/tile.hpp"

namespace lenslet::stencil {
namespace {

using op::Graph;
using op::Launches;

// Whether rows begin at multiples of the schedule's vectors, as they do in images that the library makes.
bool is_aligned(std::int64_t offset, const DeviceImage& image, int vector) {
  return offset % vector == 0 && image.stride() % vector == 0;
}

// Whether the vector with the last sample lies in the memory. A caller's buffer may end before it.
bool ends_in_memory(const DeviceImage& image, int vector) {
  const std::uint64_t end = stretch_of(image).end - image.buffer().stretch().begin;
  const std::uint64_t bytes = static_cast<std::uint64_t>(vector) * size_of(image.format().type);
  return round_up(end, bytes) <= image.buffer().bytes();
}

bool all_aligned(const Stages& stages, const Step& step, const Graph& bound, const Area& region, int vector) {
  const DeviceImage& input = stages.image(step.input, bound);
  const auto takes_vectors = [&](const DeviceImage& image) {
    return is_aligned(output_offset(image, region), image, vector);
  };
  for (std::size_t i = 0; i < step.operands.beside.size(); ++i)
    if (!takes_vectors(image_beside(stages, bound, i))) return false;
  return is_aligned(input.held_offset(), input, vector) && ends_in_memory(input, vector) &&
         std::ranges::all_of(step.outputs, [&](int place) { return takes_vectors(stages.image(place, bound)); });
}

Area area_of(const Rect& rect, const Rect& held, int channels) {
  const auto x = static_cast<std::int32_t>((rect.x - held.x) * channels);
  const auto y = static_cast<std::int32_t>(rect.y - held.y);
  return {x, y, x + static_cast<std::int32_t>(rect.width * channels), y + static_cast<std::int32_t>(rect.height)};
}

Area overlap(const Area& a, const Area& b) {
  return {std::max(a[0], b[0]), std::max(a[1], b[1]), std::min(a[2], b[2]), std::min(a[3], b[3])};
}

// The part of the image whose windows read only pixels that the image, or its padded copy, holds.
Area inside_of(const Stages& stages, const Step& step, const DeviceImage& input) {
  const int channels = stages.problem.input.channels;
  Area area = area_of(input.held(), input.held(), channels);
  if (stages.schedule.edges == Edges::pad) return area;
  const int left = step.radius.x * channels, top = step.radius.y;
  return {area[0] + left, area[1] + top, area[2] - left, area[3] - top};
}

Area aligned_only(const Stages& stages, const Area& interior, const Step& step, const DeviceImage& input) {
  const int vector = stages.schedule.vector;
  const std::int64_t span =
      round_up(std::int64_t{step.radius.x} * stages.problem.input.channels, vector);  // see edges.cl
  Area area = interior;
  area[0] = static_cast<std::int32_t>(std::max<std::int64_t>(area[0], span));
  area[2] = static_cast<std::int32_t>(std::min<std::int64_t>(area[2], input.stride() - span));
  return area;
}

bool has_room_for_block(const Schedule& schedule, std::int64_t samples, std::int64_t rows) {
  return samples >= schedule.vector && rows >= schedule.items_y;
}

// The input as the kernels read it: the image itself, or a copy of the part that is read, in the schedule's storage.
DeviceImage stored_input(Stages& stages, const DeviceImage& input, const op::LaunchShape& shape, Launches& launches) {
  const Storage storage = stages.schedule.storage;
  if (const auto same = without_copy(stages.queue, input, storage)) return *same;
  const Rect reads = reads_of(shape.region, radius_of(stages.problem), stages.problem.border, shape.whole);
  const DeviceImage part = input.view(input.in_buffer() ? reads : input.held());
  if (!stages.conversion || !stages.conversion->serves(part, storage)) {
    stages.conversion.reset();
    stages.conversion.emplace(stages.queue, part, storage);
  }
  op::append(stages.conversion->copy(stages.queue, part), launches);
  return stages.conversion->target().as_part({part.whole(), part.rectangle().x, part.rectangle().y});
}

// Prepares the images between `separated` passes. They hold what the second pass reads.
void prepare_intermediates(Stages& stages, const Graph& bound, const op::LaunchShape& shape) {
  const Rect part = between_passes(stages.problem, shape.region, shape.whole);
  for (auto& [value, format, image] : stages.intermediates)
    image = image_in(bound.buffer(value), part.size(), format, shape.layers).as_part({shape.whole, part.x, part.y});
}

// Finds or makes an image object for a result that belongs in a buffer. Objects with memory of their own are kept for
// launches of the same size.
void prepare_object(std::optional<ResultObject>& object, const Stages& stages, const DeviceImage& output) {
  const Storage storage = written_storage(stages.schedule.stores);
  if (const auto same = without_copy(stages.queue, output, storage)) {
    object.emplace(ResultObject{*same});
    return;
  }
  if (object && object->image.size() == output.size() && object->image.layers() == output.layers()) return;
  object.reset();
  DeviceImage image = allocate_image(stages.queue, output.size(), output.format(), storage, output.layers());
  object.emplace(ResultObject{image, Conversion(stages.queue, image, Storage::buffer)});
}

void prepare_objects(Stages& stages, const Graph& bound) {
  stages.objects.resize(stages.problem.stencil.outputs.size());
  for (std::size_t i = 0; i < stages.objects.size(); ++i) {
    const DeviceImage& output = bound.device_image(op::Graph::output(i));
    if (output.in_buffer()) prepare_object(stages.objects[i], stages, output);
  }
}

// Where the kernel's image begins in the whole image, and the size of the whole.
std::array<std::int32_t, 4> place_of(const DeviceImage& image) {
  const Rect held = image.held();
  return {static_cast<std::int32_t>(held.x), static_cast<std::int32_t>(held.y),
          static_cast<std::int32_t>(image.whole().width), static_cast<std::int32_t>(image.whole().height)};
}

void set_images(ocl::Kernel& kernel, const Stages& stages, const Step& step, const Graph& bound) {
  const DeviceImage& input = stages.image(step.input, bound);
  set_input(kernel, step.operands, {input, input.held_offset(), input.held().size()});
  kernel.set(step.operands.region, step.areas.region);
  kernel.set(step.operands.interior, step.areas.interior);
  if (step.operands.taps_as == TapArguments::body) {
    kernel.set(step.operands.place, place_of(input));
    for (std::size_t i = 1; i < stages.problem.stencil.inputs; ++i)
      set_other(kernel, step.operands, i - 1, bound.device_image(op::Graph::input(i)));
  }
  const Storage written = written_storage(stages.schedule.stores);
  for (std::size_t i = 0; i < step.outputs.size(); ++i) {
    const DeviceImage& output = stages.image(step.outputs[i], bound);
    const Area& region = step.areas.region;
    if (output.in_buffer())
      set_output(kernel, step.operands, i, output, output_offset(output, region), written);
    else
      set_output_object(kernel, step.operands, i, output, {region[0], region[1]});
  }
  for (std::size_t i = 0; i < step.operands.beside.size(); ++i) {
    const DeviceImage image = image_beside(stages, bound, i);
    set_beside(kernel, step.operands, i, image, output_offset(image, step.areas.region));
  }
}

// The work-items of strips: one computes a group's whole block.
ocl::Range strip_items(const Stages& stages, std::int64_t samples, std::int64_t rows, std::int64_t layers) {
  const Strip strip = strip_of(stages.schedule, stages.problem);
  return {static_cast<std::size_t>(divide_up(samples, strip.width)),
          static_cast<std::size_t>(strips_down(strip, samples, rows, stages.compute_units)),
          static_cast<std::size_t>(layers)};
}

// The work-items of blocks. `item` is the size that one computes.
ocl::Range block_items(const Schedule& schedule, Size item, std::int64_t samples, std::int64_t rows,
                       std::int64_t layers) {
  const std::int64_t width = std::max(schedule.group_width, 1), height = std::max(schedule.group_height, 1);
  const std::int64_t columns = divide_up(samples, item.width * width) * width;
  return {static_cast<std::size_t>(columns), static_cast<std::size_t>(round_up(divide_up(rows, item.height), height)),
          static_cast<std::size_t>(layers)};
}

ocl::Range group_of(const Schedule& schedule) {
  if (schedule.passes == Passes::separated_strip) return {1, 1};
  return {static_cast<std::size_t>(schedule.group_width), static_cast<std::size_t>(schedule.group_height)};
}

// The work-items of programs that load rows as words. Blocks at the left and right edge have groups of their own,
// before the others. The kernel finds the same numbers of columns: see word_blocks.cl.
ocl::Range items_of_words(const Step& step, std::int64_t layers) {
  const Schedule& schedule = step.schedule;
  const auto& [region, interior] = step.areas;
  const std::int64_t vector = schedule.vector, begin = region[0] / vector * vector;
  const std::int64_t columns = divide_up(region[2] - begin, vector);
  const std::int64_t first = divide_up(interior[0] - begin, vector);
  const std::int64_t inside = std::max<std::int64_t>((interior[2] - begin) / vector - first, 0);
  const std::int64_t rows = region[3] - region[1];
  const Size item{vector * schedule.items_x, schedule.items_y};
  ocl::Range items = block_items(schedule, item, (inside > 0 ? inside : columns) * vector, rows, layers);
  const std::int64_t at_edges = (columns - inside) * divide_up(rows, rows_at_edge(schedule));
  const std::int64_t groups_of_row = static_cast<std::int64_t>(items.x) / schedule.group_width;
  const std::int64_t rows_of_groups = divide_up(divide_up(at_edges, step.edge_blocks), groups_of_row);
  items.y += static_cast<std::size_t>(rows_of_groups * schedule.group_height);
  return items;
}

ocl::Range running_items(const Stages& stages, std::int64_t samples, std::int64_t rows, std::int64_t layers) {
  const std::int64_t tiles = divide_up(samples, running_tile(stages.schedule, stages.problem).results());
  const std::int64_t strips =
      running_strips(stages.schedule, stages.problem, stages.queue.device().info(), tiles * layers, rows);
  return {static_cast<std::size_t>(tiles * stages.schedule.group_width), static_cast<std::size_t>(strips),
          static_cast<std::size_t>(layers)};
}

std::int64_t frame_items(const Schedule& schedule, const Areas& areas) {
  const auto& [region, interior] = areas;
  const std::int64_t vector = schedule.vector;
  const std::int64_t bands = interior[1] - region[1] + region[3] - interior[3];
  const std::int64_t columns = interior[0] - region[0] + region[2] - interior[2];
  return divide_up(region[2] - region[0], vector) * bands + columns * divide_up(interior[3] - interior[1], vector);
}

}  // namespace

DeviceImage image_beside(const Stages& stages, const Graph& bound, std::size_t index) {
  return bound.device_image(op::Graph::input(stages.problem.stencil.inputs + index)).view(bound.region());
}

bool has_room(const Schedule& schedule, const Problem& problem, Size size) {
  return has_room_for_block(schedule, size.width * problem.input.channels, size.height);
}

Areas areas_of(const Stages& stages, const Step& step, const Graph& bound, const Rect& rect) {
  const DeviceImage& input = stages.image(step.input, bound);
  const Area region = area_of(rect, input.held(), stages.problem.input.channels);
  const Area interior = overlap(region, inside_of(stages, step, input));
  const bool room = has_room_for_block(stages.schedule, interior[2] - interior[0], interior[3] - interior[1]);
  if (leaves_edges(stages.schedule.edges) && !room) return {region, {region[0], region[3], region[2], region[3]}};
  if (stages.schedule.staging != Staging::aligned) return {region, interior};
  if (!all_aligned(stages, step, bound, region, stages.schedule.vector))
    return {region, {region[2], region[3], region[2], region[3]}};
  return {region, aligned_only(stages, interior, step, input)};
}

std::int64_t output_offset(const DeviceImage& output, const Area& region) {
  return output.offset() - region[1] * output.stride() - region[0];
}

ViewsInUse::~ViewsInUse() {
  for (const Use& use : uses_) {
    try {
      use.command.wait();
    } catch (const Error&) {  // whoever waits for the launch learns that it failed
    }
  }
}

// keep() drops views whose launches have ended, without waiting. Only the destructor waits.
void ViewsInUse::keep(const DeviceImage& view, const ocl::Event& command) {
  std::erase_if(uses_, [](const Use& use) { return use.command.ended(); });
  uses_.push_back({view, command.share()});
}

void prepare(Stages& stages, const Graph& bound, Launches& launches) {
  const op::LaunchShape shape = bound.shape();
  stages.source = stored_input(stages, bound.device_image(op::Graph::input(0)), shape, launches);
  check_sides(stages.source->held().size(), stages.problem.input.channels);
  prepare_intermediates(stages, bound, shape);
  if (written_storage(stages.schedule.stores) != Storage::buffer) prepare_objects(stages, bound);
}

// An image object that the caller passed needs no copy.
void launch_copies(Stages& stages, const Graph& bound, Launches& launches) {
  for (std::size_t i = 0; i < stages.objects.size(); ++i) {
    const auto& object = stages.objects[i];
    const DeviceImage& output = bound.device_image(op::Graph::output(i));
    if (!object || !output.in_buffer()) continue;
    op::append(object->to_buffer->copy(stages.queue, object->image), launches);
    for (std::int64_t layer = 0; layer < output.layers(); ++layer) {
      const DeviceImage from = object->to_buffer->target().layer(layer), to = output.layer(layer);
      op::append(stages.queue.copy_rows(from.buffer(), rows_of(from), to.buffer(), rows_of(to), row_bytes_of(from),
                                        static_cast<std::uint64_t>(from.size().height)),
                 launches);
    }
  }
}

// Launches a kernel that reads `source`. A view must outlive such kernels.
void launch_reading(Stages& stages, const DeviceImage& source, const ocl::Kernel& kernel, const ocl::Range& items,
                    const ocl::Range& group, Launches& launches) {
  launches.push_back(stages.queue.launch(kernel, items, group));
  if (source.storage() == Storage::image_buffer) stages.views.keep(source, launches.back());
}

// Launches a kernel of a step. Views that it writes must outlive it, too.
void launch_step(Stages& stages, const Step& step, const Graph& bound, const ocl::Kernel& kernel,
                 const ocl::Range& items, const ocl::Range& group, Launches& launches) {
  launch_reading(stages, stages.image(step.input, bound), kernel, items, group, launches);
  if (stages.schedule.stores != Stores::to_image_buffer) return;
  for (const int output : step.outputs) stages.views.keep(stages.image(output, bound), launches.back());
}

void launch_block(Stages& stages, Step& step, const Graph& bound, Launches& launches) {
  const Schedule& schedule = step.schedule;
  const DeviceImage& input = stages.image(step.input, bound);
  const int place = step.outputs.front();
  step.areas =
      areas_of(stages, step, bound, stages.is_output(place) ? bound.region() : stages.image(place, bound).held());
  if (schedule.passes == Passes::running)  // see running_blocks.cl
    step.areas.interior[1] = static_cast<std::int32_t>(input.held().y % stages.problem.height());
  const Area& blocks = leaves_edges(schedule.edges) ? step.areas.interior : step.areas.region;
  const bool whole_vectors =
      leaves_edges(schedule.edges) || schedule.staging == Staging::aligned || schedule.passes == Passes::running;
  const std::int64_t first = whole_vectors ? blocks[0] / schedule.vector * schedule.vector : blocks[0];
  const std::int64_t samples = blocks[2] - first, rows = blocks[3] - blocks[1];
  if (samples <= 0 || rows <= 0) return;
  set_images(step.block, stages, step, bound);
  const Size item = samples_of_item(schedule, stages.problem);
  const ocl::Range items =
      has_edge_groups(schedule)                    ? items_of_words(step, input.layers())
      : schedule.passes == Passes::separated_strip ? strip_items(stages, samples, rows, input.layers())
      : schedule.passes == Passes::running         ? running_items(stages, samples, rows, input.layers())
                                                   : block_items(schedule, item, samples, rows, input.layers());
  launch_step(stages, step, bound, step.block, items, group_of(schedule), launches);
}

void launch_frame(Stages& stages, Step& step, const Graph& bound, Launches& launches) {
  const Areas& areas = step.areas;
  const std::int64_t items = frame_items(stages.schedule, areas);
  if (items == 0) return;
  if (items > std::numeric_limits<std::uint32_t>::max())
    throw Error(ErrorKind::unsupported,
                fmt::format("{} x {} samples are too narrow for {} edges: use branch or clamp",
                            areas.region[2] - areas.region[0], areas.region[3] - areas.region[1],
                            stages.schedule.edges == Edges::pad ? "pad" : "split"));
  const DeviceImage& input = stages.image(step.input, bound);
  const auto group = static_cast<std::int64_t>(stages.frame_group);
  set_images(*step.frame, stages, step, bound);
  launch_step(stages, step, bound, *step.frame,
              {static_cast<std::size_t>(round_up(items, group)), 1, static_cast<std::size_t>(input.layers())},
              {stages.frame_group}, launches);
}

}  // namespace lenslet::stencil
