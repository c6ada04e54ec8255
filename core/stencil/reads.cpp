// Grows regions by windows, and finds the blocks that need no checks.
#include "stencil/reads.hpp"

#include "stencil/stages.hpp"

#include <algorithm>

#include <lenslet/error.hpp>

#include "image/layout.hpp"
#include "rounding.hpp"

namespace lenslet::stencil {

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

namespace {

struct Range {
  std::int64_t begin;
  std::int64_t end;
};

Range reads_along(Range range, int radius, Border border, std::int64_t side) {
  const Range grown{range.begin - radius, range.end + radius};
  const bool leaves = grown.begin < 0 || grown.end > side;
  if (leaves && border == Border::wrap) return {0, side};
  return {std::max<std::int64_t>(grown.begin, 0), std::min(grown.end, side)};
}

}  // namespace

Rect reads_of(const Rect& region, Radius radius, Border border, Size whole) {
  const Range x = reads_along({region.x, region.x + region.width}, radius.x, border, whole.width);
  const Range y = reads_along({region.y, region.y + region.height}, radius.y, border, whole.height);
  return {x.begin, y.begin, x.end - x.begin, y.end - y.begin};
}

namespace {

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

bool all_aligned(const Stages& stages, const Step& step, const op::Bound& bound, const Area& region, int vector) {
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

// The part of the image where no window leaves the pixels that it holds, or its padded copy.
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

}  // namespace

DeviceImage image_beside(const Stages& stages, const op::Bound& bound, std::size_t index) {
  return bound.device_image(op::Graph::input(stages.problem.stencil.inputs + index)).view(bound.region());
}

bool has_room(const Schedule& schedule, const Problem& problem, Size size) {
  return has_room_for_block(schedule, size.width * problem.input.channels, size.height);
}

Areas areas_of(const Stages& stages, const Step& step, const op::Bound& bound, const Rect& rect) {
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

}  // namespace lenslet::stencil
