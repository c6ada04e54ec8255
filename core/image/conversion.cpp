// Finds the copies that move an image from one storage to another.
#include "image/conversion.hpp"

#include "image/layers.hpp"
#include "image/layout.hpp"
#include "image/transfer.hpp"

namespace lenslet {
namespace {

bool is_buffer(Storage storage) {
  return storage == Storage::buffer || storage == Storage::image_buffer;
}

std::uint64_t height_of(const DeviceImage& image) {
  return static_cast<std::uint64_t>(image.size().height);
}

bool has_gaps_between_layers(const DeviceImage& image) {
  return image.layers() > 1 && image.layer_stride() != image.stride() * image.size().height;
}

bool has_gaps(const DeviceImage& image) {
  return image.in_buffer() && (rows_of(image).stride != row_bytes_of(image) || has_gaps_between_layers(image));
}

// Calls `copy` with the rows of all layers where they are contiguous, else with the rows of each layer. Also passes
// the number of bytes in the rows before these, and the number of these rows.
template <class Copy>
void each_stretch(const DeviceImage& image, Copy&& copy) {
  const ocl::Rows rows = rows_of(image);
  const std::uint64_t height = height_of(image), layers = static_cast<std::uint64_t>(image.layers());
  if (!has_gaps_between_layers(image)) return copy(rows, std::uint64_t{0}, height * layers);
  const std::uint64_t step = static_cast<std::uint64_t>(image.layer_stride()) * size_of(image.format().type);
  for (std::uint64_t k = 0; k < layers; ++k)
    copy(ocl::Rows{rows.offset + k * step, rows.stride}, k * height * row_bytes_of(image), height);
}

std::optional<ocl::Buffer> packed_rows(const ocl::Queue& queue, const DeviceImage& like, const DeviceImage& target) {
  if (!has_gaps(like) && !has_gaps(target)) return {};
  return queue.allocate(row_bytes_of(like) * height_of(like) * static_cast<std::uint64_t>(like.layers()));
}

}  // namespace

std::optional<DeviceImage> without_copy(const ocl::Queue& queue, const DeviceImage& image, Storage storage) {
  if (image.storage() == storage) return image;
  if (!image.in_buffer() || !is_buffer(storage)) return {};
  if (storage == Storage::buffer) return image.without_view();
  return image.with_view(queue.view(image.buffer(), image.format().type));
}

Conversion::Conversion(const ocl::Queue& queue, const DeviceImage& like, Storage storage)
    : target_(allocate_image(queue, like.size(), like.format(), storage, like.layers())),
      from_buffer_(like.in_buffer()),
      packed_(packed_rows(queue, like, target_)) {}

bool Conversion::serves(const DeviceImage& image, Storage storage) const {
  return target_.storage() == storage && target_.size() == image.size() && target_.format() == image.format() &&
         target_.layers() == image.layers() && from_buffer_ == image.in_buffer() && (packed_ || !has_gaps(image));
}

std::vector<ocl::Event> Conversion::copy(const ocl::Queue& queue, const DeviceImage& from) const {
  std::vector<ocl::Event> events;
  if (!from.in_buffer() && !target_.in_buffer())
    events.push_back(copy_layers(queue, from.object(), layers_of(from), target_.object()));
  else if (from.in_buffer())
    copy_from_buffer(queue, from, events);
  else
    copy_to_buffer(queue, from, events);
  return events;
}

void Conversion::copy_from_buffer(const ocl::Queue& queue, const DeviceImage& from,
                                  std::vector<ocl::Event>& events) const {
  if (!has_gaps(from)) return events.push_back(queue.copy(from.buffer(), target_.object(), rows_of(from).offset));
  const std::uint64_t row_bytes = row_bytes_of(from);
  each_stretch(from, [&](ocl::Rows rows, std::uint64_t packed_offset, std::uint64_t count) {
    for (ocl::Event& event :
         queue.copy_rows(from.buffer(), rows, *packed_, {packed_offset, row_bytes}, row_bytes, count))
      events.push_back(std::move(event));
  });
  events.push_back(queue.copy(*packed_, target_.object(), 0));
}

void Conversion::copy_to_buffer(const ocl::Queue& queue, const DeviceImage& from,
                                std::vector<ocl::Event>& events) const {
  if (!has_gaps(target_))
    return events.push_back(copy_layers(queue, from.object(), layers_of(from), target_.buffer(), 0));
  events.push_back(copy_layers(queue, from.object(), layers_of(from), *packed_, 0));
  const std::uint64_t row_bytes = row_bytes_of(from),
                      rows = height_of(from) * static_cast<std::uint64_t>(from.layers());
  for (ocl::Event& event :
       queue.copy_rows(*packed_, {0, row_bytes}, target_.buffer(), rows_of(target_), row_bytes, rows))
    events.push_back(std::move(event));
}

}  // namespace lenslet
