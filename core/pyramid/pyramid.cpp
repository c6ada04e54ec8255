// A pyramid's memory in each storage, and launches of plans for all of it.
#include <lenslet/pyramid.hpp>

#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "image/layout.hpp"
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

Image Pyramid::download(int octave, int level) const {
  check_level(octave, level);
  if (storage_ == Storage::image) return session_.download(parts_[static_cast<std::size_t>(octave * levels() + level)]);
  return session_.download(parts_[static_cast<std::size_t>(octave)], level);
}

OpOptions Pyramid::options_for_plans(OpOptions options) const {
  options.layered = storage_ != Storage::image;
  return options;
}

std::vector<Launch> Pyramid::launch_into(const Plan& plan, const std::vector<Pyramid>& outputs) const {
  for (const Pyramid& output : outputs)
    if (output.storage_ != Storage::buffer || output.layout_.places.size() != layout_.places.size() ||
        output.octaves() != octaves())
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("an output in the storage '{}' with {} octaves x {} levels, allowed: buffer, {} x {}",
                              name_of(output.storage_), output.octaves(), output.levels(), octaves(), levels()));
  std::vector<Launch> launches;
  const auto parts_of_octave = static_cast<std::size_t>(storage_ == Storage::image ? levels() : 1);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    std::vector<DeviceImage> targets;
    for (const Pyramid& output : outputs) {
      const DeviceImage& octave = output.parts_[i / parts_of_octave];
      targets.push_back(storage_ == Storage::image ? octave.layer(static_cast<std::int64_t>(i % parts_of_octave))
                                                   : octave);
    }
    launches.push_back(plan.launch_into(parts_[i], targets));
  }
  return launches;
}

std::vector<Pyramid> Pyramid::filter(const Plan& plan, Timing* timing) const {
  std::vector<Pyramid> outputs;
  for (std::size_t i = 0; i < plan.output_names().size(); ++i)
    outputs.emplace_back(session_, layout_.at(0, 0).size, plan.output_format(),
                         PyramidOptions{.octaves = octaves(), .levels = levels()});
  const std::vector<Launch> launches = launch_into(plan, outputs);
  Timing sum;
  for (const Launch& launch : launches) {
    const Timing one = launch.timing();
    sum.kernel_ms += one.kernel_ms;
    sum.busy_ms += one.busy_ms;
    sum.launches += one.launches;
    sum.bytes += one.bytes;
  }
  if (timing) *timing = sum;
  return outputs;
}

}  // namespace lenslet
