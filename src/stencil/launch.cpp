// What happens per image: the arguments that it decides, and the launches. No program, kernel or hash work.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "access.hpp"
#include "image/allocate.hpp"
#include "image/rect.hpp"
#include "rounding.hpp"
#include "stencil/computation.hpp"
#include "stencil/interior.hpp"
#include "stencil/padding.hpp"
#include "stencil/parts.hpp"

namespace lenslet::stencil {
namespace {

constexpr std::int64_t most_samples = std::numeric_limits<std::int32_t>::max() / 2;

// Within a row and a column kernels count in 32 bits.
void check_size(Size size, int channels) {
  if (size.width * channels <= most_samples && size.height <= most_samples) return;
  throw Error(ErrorKind::unsupported,
              fmt::format("an image of {} x {} with {} channels: rows and columns are limited to {} samples",
                          size.width, size.height, channels, most_samples));
}

// A computation keeps the memory of its intermediate images; it grows where an image needs more. The queue is in order,
// so that launches may use the same. They hold what the second of `separated` passes reads.
const std::vector<DeviceImage>& intermediates_of(const Computation& computation, const DeviceImage& input,
                                                 const Rect& part) {
  std::vector<DeviceImage>& images = computation.intermediates;
  if (!images.empty() && images.front().held() == part && images.front().whole() == input.whole() &&
      images.front().layers() == input.layers())
    return images;
  images.clear();
  PixelFormat format = computation.problem.input;
  format.type = intermediate_type(computation.problem);
  for (std::optional<ocl::Buffer>& memory : computation.intermediate_memory)
    images.push_back(allocate_image_in(memory, computation.queue, part.size(), format, input.layers())
                         .as_part({input.whole(), part.x, part.y}));
  return images;
}

void set_images(ocl::Kernel& kernel, const Step& step, const Images& images, const Areas& areas) {
  const DeviceImage& input = images.at(step.input);
  set_input(kernel, step.operands, {input, input.held_offset(), input.held().size()});
  kernel.set(step.operands.region, areas.region);
  kernel.set(step.operands.interior, areas.interior);
  for (std::size_t i = 0; i < step.outputs.size(); ++i) {
    const DeviceImage& output = images.at(step.outputs[i]);
    set_output(kernel, step.operands, i, output, output_offset(output, areas.region));
  }
}

ocl::Range block_items(const Computation& computation, std::int64_t samples, std::int64_t rows, std::int64_t layers) {
  const Schedule& s = computation.schedule;
  const std::int64_t width = std::max(s.group_width, 1), height = std::max(s.group_height, 1);
  const std::int64_t columns = divide_up(samples, std::int64_t{s.vector} * width * s.items_x) * width;
  return {static_cast<std::size_t>(columns), static_cast<std::size_t>(round_up(divide_up(rows, s.items_y), height)),
          static_cast<std::size_t>(layers)};
}

std::int64_t frame_items(const Computation& computation, const Areas& areas) {
  const auto& [region, interior] = areas;
  const std::int64_t vector = computation.schedule.vector;
  const std::int64_t bands = interior[1] - region[1] + region[3] - interior[3];
  const std::int64_t columns = interior[0] - region[0] + region[2] - interior[2];
  return divide_up(region[2] - region[0], vector) * bands + columns * divide_up(interior[3] - interior[1], vector);
}

// The input as the kernels read it: the image itself, or a copy in the schedule's storage of what is read.
DeviceImage stored_input(const Computation& computation, const DeviceImage& input, const Rect& reads,
                         Launches& launches) {
  const Storage storage = computation.schedule.storage;
  if (const auto same = without_copy(computation.queue, input, storage)) return *same;
  const DeviceImage part = input.view(input.in_buffer() ? reads : input.held());
  if (!computation.conversion || !computation.conversion->serves(part, storage)) {
    computation.conversion.reset();
    computation.conversion.emplace(computation.queue, part, storage);
  }
  for (ocl::Event& event : computation.conversion->copy(computation.queue, part)) launches.push_back(std::move(event));
  return computation.conversion->target().as_part({part.whole(), part.rectangle().x, part.rectangle().y});
}

void launch_block(const Computation& computation, Step& step, const Areas& areas, std::int64_t layers,
                  Launches& launches) {
  const Schedule& schedule = computation.schedule;
  const Area& blocks = leaves_edges(schedule.edges) ? areas.interior : areas.region;
  const bool whole_vectors = leaves_edges(schedule.edges) || schedule.staging == Staging::aligned;
  const std::int64_t first = whole_vectors ? blocks[0] / schedule.vector * schedule.vector : blocks[0];
  const std::int64_t samples = blocks[2] - first, rows = blocks[3] - blocks[1];
  if (samples <= 0 || rows <= 0) return;
  const ocl::Range group{static_cast<std::size_t>(schedule.group_width),
                         static_cast<std::size_t>(schedule.group_height)};
  launches.push_back(computation.queue.launch(step.block, block_items(computation, samples, rows, layers), group));
}

void launch_frame(const Computation& computation, Step& step, const Areas& areas, std::int64_t layers,
                  Launches& launches) {
  const std::int64_t items = frame_items(computation, areas);
  if (items == 0) return;
  if (items > std::numeric_limits<std::uint32_t>::max())
    throw Error(ErrorKind::unsupported,
                fmt::format("{} x {} samples are too narrow for {} edges: use branch or clamp",
                            areas.region[2] - areas.region[0], areas.region[3] - areas.region[1],
                            computation.schedule.edges == Edges::pad ? "pad" : "split"));
  const auto group = static_cast<std::int64_t>(computation.frame_group);
  launches.push_back(computation.queue.launch(
      *step.frame, {static_cast<std::size_t>(round_up(items, group)), 1, static_cast<std::size_t>(layers)},
      {computation.frame_group}));
}

std::uint64_t least_bytes(const Computation& computation, Size size, std::int64_t layers, std::size_t outputs) {
  const auto pixels = static_cast<std::uint64_t>(size.width * size.height * layers);
  return pixels * (computation.problem.input.bytes() + outputs * computation.output_format().bytes());
}

void launch_steps(const Computation& computation, const Images& images, const Rect& region, Launches& launches) {
  const std::int64_t layers = images.input.layers();
  for (Step& step : computation.steps) {
    const int place = step.outputs.front();
    const Areas areas = areas_of(computation, step, images, images.is_output(place) ? region : images.at(place).held());
    set_images(step.block, step, images, areas);
    launch_block(computation, step, areas, layers, launches);
    if (!step.frame) continue;
    set_images(*step.frame, step, images, areas);
    launch_frame(computation, step, areas, layers, launches);
  }
}

const DeviceImage& image_of(const char* what, const DeviceValue& value) {
  if (const auto* image = std::get_if<DeviceImage>(&value)) return *image;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("the {} is an array, {}; this computation is for images", what, to_string(type_of(value))));
}

const DeviceImage& the_input(const std::vector<DeviceValue>& inputs) {
  if (inputs.size() == 1) return image_of("input", inputs.front());
  throw Error(ErrorKind::invalid_argument, fmt::format("{} inputs, this computation has 1", inputs.size()));
}

std::vector<DeviceImage> images_of(const std::vector<DeviceValue>& outputs) {
  std::vector<DeviceImage> images;
  for (const DeviceValue& output : outputs) images.push_back(image_of("output", output));
  return images;
}

void keep_view(const Computation& computation, const DeviceImage& stored, const Launches& launches) {
  if (stored.storage() == Storage::image_buffer && !launches.empty()) computation.views.keep(stored, launches.back());
}

}  // namespace

Launch Computation::launch(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs) const {
  return launch_image(the_input(inputs), images_of(outputs));
}

Launch Computation::launch_image(const DeviceImage& input, const std::vector<DeviceImage>& outputs) const {
  return launch_on(input, outputs, input.rectangle());
}

Rect Computation::reads(const Rect& region, Size whole) const {
  return reads_of(region, {problem.stencil.radius_x, problem.stencil.radius_y}, problem.border, whole);
}

Launch Computation::launch_region(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
                                  const Rect& region) const {
  const DeviceImage& input = the_input(inputs);
  check_region(region, input.whole());
  return launch_on(input, images_of(outputs), region);
}

Launch Computation::launch_on(const DeviceImage& input, const std::vector<DeviceImage>& outputs,
                              const Rect& region) const {
  const Rect read = reads(region, input.whole());
  check_images(problem, input, outputs, region, read);
  Launches launches;
  launches.reserve(2 * steps.size() + 1);
  {
    const std::lock_guard lock(mutex);
    const DeviceImage stored = stored_input(*this, input, read, launches);
    check_size(stored.held().size(), problem.input.channels);
    const DeviceImage source =
        padding && has_room(*this, region.size()) ? pad(*this, stored.view(read), launches) : stored;
    const Rect between = reads_of(region, {0, problem.stencil.radius_y}, problem.border, input.whole());
    try {
      launch_steps(*this, {source, outputs, intermediates_of(*this, input, between)}, region, launches);
    } catch (const std::exception&) {
      keep_view(*this, stored, launches);  // launches before the one that failed read it
      throw;
    }
    keep_view(*this, stored, launches);
  }
  queue.flush();
  return internal::Access::launch(std::move(launches),
                                  least_bytes(*this, region.size(), input.layers(), outputs.size()), queue.timed());
}

}  // namespace lenslet::stencil
