// Layers and rectangles of an image on a device, as images in the same memory.
#include <fmt/format.h>

#include <lenslet/device_image.hpp>
#include <lenslet/error.hpp>

#include "image/rect.hpp"

namespace lenslet {

DeviceImage DeviceImage::part(Size size, std::int64_t offset, std::int64_t stride, std::int64_t layers) const {
  DeviceImage result = *this;
  result.whole_ = size;
  result.rectangle_ = result.held_ = rect_of(size);
  result.offset_ = offset;
  result.stride_ = stride;
  result.layer_stride_ = stride * size.height;
  result.layers_ = layers;
  return result;
}

DeviceImage DeviceImage::layer(std::int64_t index) const {
  return layers(index, 1);
}

DeviceImage DeviceImage::layers(std::int64_t first, std::int64_t count) const {
  if (first < 0 || first >= layers_)
    throw Error(ErrorKind::invalid_argument, fmt::format("layer {} of {}, the first is 0", first, layers_));
  if (count < 1 || count > layers_ - first)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} layers from layer {} on, allowed: 1 to {}", count, first, layers_ - first));
  if (count == layers_) return *this;
  if (!in_buffer())
    throw Error(ErrorKind::unsupported, "a layer of an 'image_array' is no image by itself: use 'buffer'");
  DeviceImage result = *this;
  result.offset_ += first * layer_stride_;
  result.layers_ = count;
  return result;
}

std::int64_t DeviceImage::held_offset() const {
  return offset_ - (rectangle_.y - held_.y) * stride_ - (rectangle_.x - held_.x) * format_.channels;
}

DeviceImage DeviceImage::view(const Rect& rectangle) const {
  check_region(rectangle, whole_);
  if (!is_inside(rectangle, held_))
    throw Error(ErrorKind::invalid_argument,
                fmt::format("the view {} of an image of which {} is held", to_string(rectangle), to_string(held_)));
  DeviceImage result = *this;
  result.offset_ += (rectangle.y - rectangle_.y) * stride_ + (rectangle.x - rectangle_.x) * format_.channels;
  result.rectangle_ = rectangle;
  return result;
}

DeviceImage DeviceImage::as_part(const PartOf& place) const {
  const Rect part{place.x, place.y, held_.width, held_.height};
  check_part(part, place.whole);
  DeviceImage result = view(held_);
  result.whole_ = place.whole;
  result.rectangle_ = result.held_ = part;
  return result;
}

DeviceImage DeviceImage::as_whole() const {
  if (!in_buffer() && rectangle_ != held_)
    throw Error(ErrorKind::unsupported,
                fmt::format("a view in the storage '{}' is no image by itself: use 'buffer'", name_of(storage())));
  DeviceImage result = *this;
  result.whole_ = rectangle_.size();
  result.rectangle_ = result.held_ = rect_of(result.whole_);
  return result;
}

}  // namespace lenslet
