// Lays the padded copy out and launches its kernel.
#include "stencil/padding.hpp"

#include "rounding.hpp"
#include "stencil/interior.hpp"
#include "stencil/stages.hpp"

namespace lenslet::stencil {
namespace {

// Rows and the image in them begin on whole cache lines.
constexpr std::int64_t alignment = 128;  // bytes

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

}  // namespace

std::uint64_t padded_bytes(const Problem& problem, Size size) {
  const Layout layout = layout_of(problem, size);
  return static_cast<std::uint64_t>(layout.stride * layout.rows) * size_of(problem.input.type);
}

// The source becomes the input's rectangle in the copy: pixels outside it can be read as far as the window reaches.
void launch_pad(Stages& stages, const op::Bound& bound, op::Launches& launches) {
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

}  // namespace lenslet::stencil
