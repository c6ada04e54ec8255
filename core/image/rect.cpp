// Compares, checks and spells rectangles.
#include "image/rect.hpp"

#include <fmt/format.h>

#include <lenslet/device_image.hpp>
#include <lenslet/error.hpp>

namespace lenslet {
namespace {

// Sides are at most this long, so that sums of places and radii stay far below 2^63.
constexpr std::int64_t max_side_length = std::int64_t{1} << 48;

bool fits(std::int64_t begin, std::int64_t length, std::int64_t outer_begin, std::int64_t outer_length) {
  return begin >= outer_begin && length <= outer_length && begin - outer_begin <= outer_length - length;
}

void check_rect(const char* what, const Rect& rect, Size whole) {
  if (rect.width < 1 || rect.height < 1)
    throw Error(ErrorKind::invalid_argument, fmt::format("the {} {} is empty", what, to_string(rect)));
  if (!is_inside(rect, rect_of(whole)))
    throw Error(ErrorKind::invalid_argument, fmt::format("the {} {} does not lie in the image of {} x {}", what,
                                                         to_string(rect), whole.width, whole.height));
}

}  // namespace

std::string to_string(const Rect& rect) {
  return fmt::format("{}x{}+{}+{}", rect.width, rect.height, rect.x, rect.y);
}

bool is_inside(const Rect& inner, const Rect& outer) {
  return fits(inner.x, inner.width, outer.x, outer.width) && fits(inner.y, inner.height, outer.y, outer.height);
}

void check_region(const Rect& region, Size whole) {
  check_rect("region", region, whole);
}

void check_part(const Rect& part, Size whole) {
  if (whole.width > max_side_length || whole.height > max_side_length)
    throw Error(ErrorKind::unsupported, fmt::format("an image of {} x {}, sides are limited to {} pixels", whole.width,
                                                    whole.height, max_side_length));
  check_rect("part", part, whole);
}

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
  DeviceImage result = *this;
  result.offset_ += in_buffer() ? first * layer_stride_ : first;
  result.layers_ = count;
  return result;
}

std::int64_t DeviceImage::held_offset() const {
  if (!in_buffer()) return offset_;
  return offset_ - (rectangle_.y - held_.y) * stride_ - (rectangle_.x - held_.x) * format_.channels;
}

DeviceImage DeviceImage::view(const Rect& rectangle) const {
  check_region(rectangle, whole_);
  if (!is_inside(rectangle, held_))
    throw Error(ErrorKind::invalid_argument,
                fmt::format("the view {} of an image of which {} is held", to_string(rectangle), to_string(held_)));
  DeviceImage result = *this;
  if (in_buffer())  // an object's offset counts layers
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
