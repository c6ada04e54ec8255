#include "session/strip_memory.hpp"

#include <algorithm>
#include <thread>

#include "access.hpp"
#include "image/allocate.hpp"
#include "session/plan.hpp"
#include "session/row_copier.hpp"

namespace lenslet {
namespace {

std::uint64_t pixel_bytes(const std::vector<ImageType>& images) {
  std::uint64_t bytes = 0;
  for (const ImageType& image : images) bytes += image.format.bytes();
  return bytes;
}

// On the host. Of inputs that are at hand there is no copy, but what is allowed is the same for all sources.
std::uint64_t frame_bytes(const std::vector<ImageType>& inputs, const StripLayout& layout) {
  return pixel_bytes(inputs) * static_cast<std::uint64_t>(layout.read.width * layout.read.height) +
         row_bytes(layout.outputs) * static_cast<std::uint64_t>(layout.rows);
}

// On a device, where rows begin at whole lines of its caches.
std::uint64_t device_frame_bytes(const std::vector<ImageType>& inputs, const StripLayout& layout) {
  std::uint64_t bytes = 0;
  for (const ImageType& input : inputs) bytes += bytes_of_rows(layout.read, input.format);
  for (const ImageType& output : layout.outputs)
    bytes += bytes_of_rows({output.size.width, layout.rows}, output.format);
  return bytes;
}

// Directions in which a device's copies go through pinned memory: see RowCopier. Results are in buffers.
std::uint64_t pinned_directions(const Plan& plan) {
  if (!device_of(plan).host_memory) return 2;
  const Storage storage = plan.input_storage();
  return storage == Storage::image || storage == Storage::image_array ? 1 : 0;
}

}  // namespace

const DeviceInfo& device_of(const Plan& plan) {
  return internal::Access::state(plan).session.device();
}

std::uint64_t row_bytes(const std::vector<ImageType>& images) {
  return pixel_bytes(images) * static_cast<std::uint64_t>(images.front().size.width);
}

std::uint64_t bytes_of(const std::vector<Plan>& plans, const std::vector<ImageType>& inputs, const StripLayout& layout,
                       const StripOptions& options, std::size_t frames) {
  const std::uint64_t pieces = RowCopier::pieces(copy_threads(plans, options));
  std::uint64_t pinned = 0;
  for (const Plan& plan : plans) pinned += pinned_directions(plan) * pieces * piece_bytes(layout, inputs);
  const std::uint64_t strips = frames == 0 ? 1 : frames * plans.size(), beside = frames == 0 ? 0 : 1;
  return pinned + (strips + beside) * frame_bytes(inputs, layout) + strips * device_frame_bytes(inputs, layout);
}

std::size_t usual_copy_threads(std::size_t cores, std::size_t devices, const StripOptions& options) {
  constexpr std::uint64_t small = std::uint64_t{1} << 30;
  if (options.shared || (options.memory > 0 && options.memory < small)) return 1;
  return std::clamp<std::size_t>(cores / (4 * devices), 1, 4);
}

std::size_t copy_threads(const std::vector<Plan>& plans, const StripOptions& options) {
  if (options.copy_threads > 0) return options.copy_threads;
  if (std::ranges::any_of(plans, [](const Plan& plan) { return device_of(plan).host_memory; })) return 1;
  return usual_copy_threads(std::thread::hardware_concurrency(), plans.size(), options);
}

std::uint64_t piece_bytes(const StripLayout& layout, const std::vector<ImageType>& inputs) {
  return std::min(StreamOptions().piece, frame_bytes(inputs, layout));
}

}  // namespace lenslet
