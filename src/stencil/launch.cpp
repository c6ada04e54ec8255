// What happens per image: the arguments that it decides, and the launches. No program, kernel or hash work.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "image/allocate.hpp"
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
// so that launches may use the same.
const std::vector<DeviceImage>& intermediates_of(const Computation& computation, const DeviceImage& input) {
  std::vector<DeviceImage>& images = computation.intermediates;
  if (!images.empty() && images.front().size() == input.size() && images.front().layers() == input.layers())
    return images;
  images.clear();
  PixelFormat format = computation.problem.input;
  format.type = intermediate_type(computation.problem);
  for (std::optional<ocl::Buffer>& memory : computation.intermediate_memory)
    images.push_back(allocate_image_in(memory, computation.queue, input.size(), format, input.layers()));
  return images;
}

void set_images(ocl::Kernel& kernel, const Step& step, const Images& images, const Int4& interior) {
  const DeviceImage& input = images.at(step.input);
  if (input.storage() == Storage::buffer)
    kernel.set(0, input.buffer());
  else
    kernel.set(0, input.object());
  kernel.set(1, input.offset());
  kernel.set(2, input.stride());
  kernel.set(3, static_cast<std::int32_t>(input.size().width));
  kernel.set(4, static_cast<std::int32_t>(input.size().height));
  kernel.set(6, interior);
  unsigned argument = step.first_output_argument;
  for (int index : step.outputs) {
    const DeviceImage& output = images.at(index);
    kernel.set(argument++, output.buffer());
    kernel.set(argument++, output.offset());
    kernel.set(argument++, output.stride());
  }
}

ocl::Range block_items(const Computation& computation, std::int64_t samples, std::int64_t rows, std::int64_t layers) {
  const Schedule& s = computation.schedule;
  const std::int64_t width = std::max(s.group_width, 1), height = std::max(s.group_height, 1);
  const std::int64_t columns = divide_up(samples, std::int64_t{s.vector} * width * s.items_x) * width;
  return {static_cast<std::size_t>(columns), static_cast<std::size_t>(round_up(divide_up(rows, s.items_y), height)),
          static_cast<std::size_t>(layers)};
}

std::int64_t frame_items(const Computation& computation, Size size, const Int4& interior) {
  const std::int64_t samples = size.width * computation.problem.input.channels;
  const std::int64_t bands = interior[1] + size.height - interior[3];
  const std::int64_t columns = interior[0] + samples - interior[2];
  const std::int64_t vector = computation.schedule.vector;
  return divide_up(samples, vector) * bands + columns * divide_up(interior[3] - interior[1], vector);
}

// The input as the kernels read it: the image itself, or its copy in the schedule's storage.
DeviceImage stored_input(const Computation& computation, const DeviceImage& input, Launches& launches) {
  const Storage storage = computation.schedule.storage;
  if (const auto same = without_copy(computation.queue, input, storage)) return *same;
  if (!computation.conversion || !computation.conversion->serves(input, storage)) {
    computation.conversion.reset();
    computation.conversion.emplace(computation.queue, input, storage);
  }
  for (ocl::Event& event : computation.conversion->copy(computation.queue, input)) launches.push_back(std::move(event));
  return computation.conversion->target();
}

void launch_block(const Computation& computation, Step& step, const Int4& interior, const DeviceImage& image,
                  Launches& launches) {
  const Size size = image.size();
  const bool interior_only = leaves_edges(computation.schedule.edges);
  const std::int64_t first = interior[0] / computation.schedule.vector * computation.schedule.vector;
  const std::int64_t samples = interior_only ? interior[2] - first : size.width * computation.problem.input.channels;
  const std::int64_t rows = interior_only ? interior[3] - interior[1] : size.height;
  if (samples <= 0 || rows <= 0) return;
  const ocl::Range group{static_cast<std::size_t>(computation.schedule.group_width),
                         static_cast<std::size_t>(computation.schedule.group_height)};
  launches.push_back(
      computation.queue.launch(step.block, block_items(computation, samples, rows, image.layers()), group));
}

void launch_frame(const Computation& computation, Step& step, const Int4& interior, const DeviceImage& image,
                  Launches& launches) {
  const Size size = image.size();
  const std::int64_t items = frame_items(computation, size, interior);
  if (items == 0) return;
  if (items > std::numeric_limits<std::uint32_t>::max())
    throw Error(ErrorKind::unsupported,
                fmt::format("an image of {} x {} is too narrow for {} edges: use branch or clamp", size.width,
                            size.height, computation.schedule.edges == Edges::pad ? "pad" : "split"));
  const auto group = static_cast<std::int64_t>(computation.frame_group);
  launches.push_back(computation.queue.launch(
      *step.frame, {static_cast<std::size_t>(round_up(items, group)), 1, static_cast<std::size_t>(image.layers())},
      {computation.frame_group}));
}

std::uint64_t least_bytes(const Computation& computation, const DeviceImage& input, std::size_t outputs) {
  const auto pixels = static_cast<std::uint64_t>(input.size().width * input.size().height * input.layers());
  return pixels * (computation.problem.input.bytes() + outputs * computation.output_format().bytes());
}

void launch_steps(const Computation& computation, const Images& images, Launches& launches) {
  for (Step& step : computation.steps) {
    const Int4 interior = interior_of(computation, step, images);
    set_images(step.block, step, images, interior);
    launch_block(computation, step, interior, images.input, launches);
    if (!step.frame) continue;
    set_images(*step.frame, step, images, interior);
    launch_frame(computation, step, interior, images.input, launches);
  }
}

const DeviceImage& image_of(const char* what, const DeviceValue& value) {
  if (const auto* image = std::get_if<DeviceImage>(&value)) return *image;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("the {} is an array, {}; this plan is for images", what, to_string(type_of(value))));
}

void keep_view(const Computation& computation, const DeviceImage& stored, const Launches& launches) {
  if (stored.storage() == Storage::image_buffer && !launches.empty()) computation.views.keep(stored, launches.back());
}

}  // namespace

Launch Computation::launch(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs) const {
  std::vector<DeviceImage> images;
  for (const DeviceValue& output : outputs) images.push_back(image_of("output", output));
  if (inputs.size() != 1)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} inputs, this plan has 1", inputs.size()));
  return launch_image(image_of("input", inputs.front()), images);
}

Launch Computation::launch_image(const DeviceImage& input, const std::vector<DeviceImage>& outputs) const {
  check_images(problem, input, outputs);
  check_size(input.size(), problem.input.channels);
  Launches launches;
  launches.reserve(2 * steps.size() + 1);
  {
    const std::lock_guard lock(mutex);
    const DeviceImage stored = stored_input(*this, input, launches);
    const Int4 first = interior_of(*this, steps.front(), input.size());
    // Kernels that read a padded copy know how its layers lie, and take no others.
    const bool pads = padding && (problem.layered || first[3] > first[1]);
    const DeviceImage source = pads ? pad(*this, stored, launches) : stored;
    try {
      launch_steps(*this, {source, outputs, intermediates_of(*this, input)}, launches);
    } catch (const std::exception&) {
      keep_view(*this, stored, launches);  // launches before the one that failed read it
      throw;
    }
    keep_view(*this, stored, launches);
  }
  queue.flush();
  return {std::move(launches), least_bytes(*this, input, outputs.size()), queue.timed()};
}

}  // namespace lenslet::stencil
