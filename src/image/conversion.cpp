// Which copies take an image from one storage to another.
#include "image/conversion.hpp"

#include "image/allocate.hpp"
#include "image/transfer.hpp"

namespace lenslet {
namespace {

bool is_buffer(Storage storage) {
  return storage == Storage::buffer || storage == Storage::image_buffer;
}

// Of all layers, which have no gap between them.
std::uint64_t height_of(const DeviceImage& image) {
  return static_cast<std::uint64_t>(image.size().height * image.layers());
}

bool has_gaps(const DeviceImage& image) {
  return image.in_buffer() && rows_of(image).stride != row_bytes_of(image);
}

std::optional<ocl::Buffer> packed_rows(const ocl::Queue& queue, const DeviceImage& like, const DeviceImage& target) {
  if (!has_gaps(like) && !has_gaps(target)) return {};
  return queue.allocate(row_bytes_of(like) * height_of(like));
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
    events.push_back(queue.copy(from.object(), target_.object()));
  else if (from.in_buffer())
    copy_from_buffer(queue, from, events);
  else
    copy_to_buffer(queue, from, events);
  return events;
}

void Conversion::copy_from_buffer(const ocl::Queue& queue, const DeviceImage& from,
                                  std::vector<ocl::Event>& events) const {
  const ocl::Rows rows = rows_of(from);
  if (!has_gaps(from)) return events.push_back(queue.copy(from.buffer(), target_.object(), rows.offset));
  events = queue.copy_rows(from.buffer(), rows, *packed_, {0, row_bytes_of(from)}, row_bytes_of(from), height_of(from));
  events.push_back(queue.copy(*packed_, target_.object(), 0));
}

void Conversion::copy_to_buffer(const ocl::Queue& queue, const DeviceImage& from,
                                std::vector<ocl::Event>& events) const {
  const ocl::Rows rows = rows_of(target_);
  if (!has_gaps(target_)) return events.push_back(queue.copy(from.object(), target_.buffer(), 0));
  events.push_back(queue.copy(from.object(), *packed_, 0));
  for (ocl::Event& event :
       queue.copy_rows(*packed_, {0, row_bytes_of(from)}, target_.buffer(), rows, row_bytes_of(from), height_of(from)))
    events.push_back(std::move(event));
}

}  // namespace lenslet
