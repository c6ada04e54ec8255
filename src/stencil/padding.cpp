// Lays the padded copy out and launches its kernel.
#include "stencil/padding.hpp"

#include "rounding.hpp"
#include "stencil/computation.hpp"

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

const ocl::Buffer& memory_for(const ocl::Queue& queue, Padding& padding, std::uint64_t bytes) {
  if (!padding.copy || padding.copy->bytes() < bytes) {
    padding.copy.reset();
    padding.copy = queue.allocate(bytes);
  }
  return *padding.copy;
}

}  // namespace

std::uint64_t padded_bytes(const Problem& problem, Size size) {
  const Layout layout = layout_of(problem, size);
  return static_cast<std::uint64_t>(layout.stride * layout.rows) * size_of(problem.input.type);
}

DeviceImage pad(const Computation& computation, const DeviceImage& input, Launches& launches) {
  const Problem& problem = computation.problem;
  const Layout layout = layout_of(problem, input.size());
  const ocl::Buffer& memory =
      memory_for(computation.queue, *computation.padding,
                 padded_bytes(problem, input.size()) * static_cast<std::uint64_t>(input.layers()));
  const DeviceImage rows(memory, input.size(), input.format(), problem.stencil.radius_y * layout.stride + layout.left,
                         layout.stride, input.layers(), layout.rows * layout.stride);
  const DeviceImage copy = rows.as_part({input.whole(), input.rectangle().x, input.rectangle().y});
  set_input(computation.padding->kernel, computation.padding->operands, {input, input.offset(), input.size()});
  set_output(computation.padding->kernel, computation.padding->operands, 0, copy, copy.offset());
  const std::int64_t samples = (input.size().width + 2 * problem.stencil.radius_x) * problem.input.channels;
  const auto group = static_cast<std::int64_t>(computation.frame_group);
  const std::int64_t items = divide_up(samples, group * computation.schedule.vector) * group;
  const ocl::Range range{static_cast<std::size_t>(items), static_cast<std::size_t>(layout.rows),
                         static_cast<std::size_t>(input.layers())};
  launches.push_back(computation.queue.launch(computation.padding->kernel, range, {computation.frame_group}));
  return copy;
}

}  // namespace lenslet::stencil
