// A pyramid's memory in each storage, and launches of plans for all of it.
#include <lenslet/pyramid.hpp>

#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "image/layout.hpp"
#include "pyramid/sum.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

// Returns the alignment of rows, which is that of the library's single images.
std::int64_t row_step(PixelFormat format) {
  return aligned_stride(1, format);
}

std::vector<DeviceImage> allocate_rows(const Session& session, const PyramidLayout& layout, PixelFormat format,
                                       Storage storage) {
  const ocl::Queue& queue = state_of(session).queue;
  const ocl::Buffer memory = queue.allocate(static_cast<std::uint64_t>(layout.samples) * size_of(format.type));
  const PyramidPlace& base = layout.at(0, 0);
  DeviceImage whole(memory, base.size, format, 0, base.stride);
  if (storage == Storage::image_buffer) whole = whole.with_view(queue.view(memory, format.type));
  std::vector<DeviceImage> parts;
  for (int octave = 0; octave < layout.octaves; ++octave) {
    const PyramidPlace& place = layout.at(octave, 0);
    parts.push_back(whole.part(place.size, place.first, place.stride, layout.levels));
  }
  return parts;
}

std::vector<DeviceImage> allocate_parts(const Session& session, const PyramidLayout& layout, PixelFormat format,
                                        Storage storage) {
  if (storage == Storage::buffer || storage == Storage::image_buffer)
    return allocate_rows(session, layout, format, storage);
  std::vector<DeviceImage> parts;
  for (int octave = 0; octave < layout.octaves; ++octave) {
    const int objects = storage == Storage::image ? layout.levels : 1;
    for (int i = 0; i < objects; ++i)
      parts.push_back(session.allocate(layout.at(octave, 0).size, format, storage, layout.levels / objects));
  }
  return parts;
}

PyramidLayout layout_for(Size base, PixelFormat format, const PyramidOptions& options) {
  check(format);
  return pyramid_layout(base, format.channels, options.octaves, options.levels, row_step(format));
}

}  // namespace

Pyramid::Pyramid(Session session, PyramidLayout layout, Storage storage, std::vector<DeviceImage> parts)
    : session_(std::move(session)), layout_(std::move(layout)), storage_(storage), parts_(std::move(parts)) {}

Pyramid::Pyramid(const Session& session, Size base, PixelFormat format, const PyramidOptions& options)
    : session_(session),
      layout_(layout_for(base, format, options)),
      storage_(options.storage),
      parts_(allocate_parts(session, layout_, format, options.storage)) {}

void Pyramid::check_level(int octave, int level) const {
  if (octave >= 0 && octave < octaves() && level >= 0 && level < levels()) return;
  throw Error(ErrorKind::invalid_argument, fmt::format("octave {}, level {} of a pyramid of {} octaves x {} levels",
                                                       octave, level, octaves(), levels()));
}

Pyramid Pyramid::convert(Storage storage) const {
  if (storage == storage_) return *this;
  if (storage_ == Storage::image || storage_ == Storage::image_array)
    throw Error(ErrorKind::unsupported,
                fmt::format("a pyramid in the storage '{}' is not converted: begin with 'buffer'", name_of(storage_)));
  std::vector<DeviceImage> parts;
  if (storage == Storage::image_buffer || storage == Storage::buffer) {
    const DeviceImage whole = session_.convert(parts_.front(), storage);  // one view is enough for all parts
    for (const DeviceImage& part : parts_)
      parts.push_back(whole.part(part.size(), part.offset(), part.stride(), part.layers()));
  } else {
    for (const DeviceImage& part : parts_)
      for (int level = 0; level < (storage == Storage::image ? levels() : 1); ++level)
        parts.push_back(session_.convert(storage == Storage::image ? part.layer(level) : part, storage));
  }
  return {session_, layout_, storage, std::move(parts)};
}

DeviceImage Pyramid::level(int octave, int level) const {
  check_level(octave, level);
  if (storage_ == Storage::image) return parts_[static_cast<std::size_t>(octave * levels() + level)];
  return parts_[static_cast<std::size_t>(octave)].layer(level);
}

void Pyramid::upload(const ImageView& image, int octave, int level) const {
  session_.upload(image, this->level(octave, level));
}

Image Pyramid::download(int octave, int level) const {
  return session_.download(this->level(octave, level));
}

OpOptions Pyramid::options_for_plans(OpOptions options) const {
  options.layered = storage_ != Storage::image;
  return options;
}

// Returns an image for each level, or the parts, which are octaves.
std::vector<DeviceImage> Pyramid::by_level(bool levels) const {
  if (!levels || storage_ == Storage::image) return parts_;
  std::vector<DeviceImage> images;
  for (const DeviceImage& octave : parts_)
    for (std::int64_t level = 0; level < octave.layers(); ++level) images.push_back(octave.layer(level));
  return images;
}

std::vector<Launch> Pyramid::launch_into(const Plan& plan, const std::vector<Pyramid>& outputs) const {
  bool levels_alone = storage_ == Storage::image;
  for (const Pyramid& output : outputs) {
    if (output.levels() != levels() || output.octaves() != octaves())
      throw Error(ErrorKind::invalid_argument, fmt::format("an output with {} octaves x {} levels, allowed: {} x {}",
                                                           output.octaves(), output.levels(), octaves(), levels()));
    levels_alone |= output.storage_ == Storage::image;
  }
  const std::vector<DeviceImage> inputs = by_level(levels_alone);
  std::vector<std::vector<DeviceImage>> targets(inputs.size());
  for (const Pyramid& output : outputs) {
    const std::vector<DeviceImage> images = output.by_level(levels_alone);
    for (std::size_t i = 0; i < targets.size(); ++i) targets[i].push_back(images[i]);
  }
  std::vector<Launch> launches;
  for (std::size_t i = 0; i < inputs.size(); ++i) launches.push_back(plan.launch_into(inputs[i], targets[i]));
  return launches;
}

std::vector<Pyramid> Pyramid::filter(const Plan& plan, Timing* timing) const {
  std::vector<Pyramid> outputs;
  for (std::size_t i = 0; i < plan.output_names().size(); ++i)
    outputs.emplace_back(session_, layout_.at(0, 0).size, plan.output_format(),
                         PyramidOptions{.octaves = octaves(), .levels = levels(), .storage = plan.output_storage()});
  const Timing sum = sum_of(launch_into(plan, outputs));
  if (timing) *timing = sum;
  return outputs;
}

Timing sum_of(std::span<const Launch> launches) {
  Timing sum;
  for (const Launch& launch : launches) {
    const Timing one = launch.timing();
    sum.kernel_ms += one.kernel_ms;
    sum.busy_ms += one.busy_ms;
    sum.launches += one.launches;
    sum.bytes += one.bytes;
  }
  return sum;
}

}  // namespace lenslet
