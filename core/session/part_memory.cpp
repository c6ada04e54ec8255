// In buffers a smaller image is laid out anew in the same memory; image objects have one size.
#include "session/part_memory.hpp"

#include "image/allocate.hpp"
#include "ocl/queue.hpp"
#include "session/plan.hpp"

namespace lenslet {
namespace {

bool holds(const DeviceImage& memory, Size size, PixelFormat format) {
  if (!memory.in_buffer()) return memory.held().size() == size;
  return bytes_of_rows(size, format) <= memory.buffer().bytes();
}

// Returns an image of this size in the memory, at a place of the whole.
DeviceImage in_memory(const DeviceImage& memory, Size size, const PartOf& place) {
  if (!memory.in_buffer()) return memory.as_part(place);
  return memory.part(size, 0, aligned_stride(size.width, memory.format()), 1).as_part(place);
}

bool all_hold(const std::vector<DeviceValue>& values, const std::vector<ImageView>& images) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!holds(std::get<DeviceImage>(values[i]), images[i].size(), images[i].format())) return false;
  return !values.empty();
}

bool all_hold(const std::vector<DeviceValue>& values, Size size) {
  for (const DeviceValue& value : values)
    if (!holds(std::get<DeviceImage>(value), size, std::get<DeviceImage>(value).format())) return false;
  return !values.empty();
}

}  // namespace

void PartMemory::fit(const Session& session, const Plan& plan, const std::vector<ImageView>& images,
                     const FramePart& part) {
  if (!all_hold(inputs_, images) || !all_hold(outputs_, part.region.size())) {
    free();  // before more is taken
    for (const ImageView& image : images)
      inputs_.emplace_back(session.allocate(image.size(), image.format(), plan.input_storage()));
  }
  for (std::size_t i = 0; i < images.size(); ++i)
    inputs_[i] = in_memory(std::get<DeviceImage>(inputs_[i]), images[i].size(), part.place);
  if (outputs_.empty()) outputs_ = allocate_outputs(plan, inputs_, part.region);
  for (DeviceValue& output : outputs_) {
    const auto& memory = std::get<DeviceImage>(output);
    output = in_memory(memory, part.region.size(), {memory.whole(), part.region.x, part.region.y});
  }
}

void PartMemory::free() {
  inputs_.clear();
  outputs_.clear();
}

}  // namespace lenslet
