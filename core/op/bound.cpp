// Where images and memory lie in one launch.
#include "op/bound.hpp"

namespace lenslet::op {
namespace {

// The offset of a pixel of the whole image, which may lie outside what is held.
std::int64_t offset_of(const DeviceImage& image, std::int64_t x, std::int64_t y) {
  return image.held_offset() + (y - image.held().y) * image.stride() + (x - image.held().x) * image.format().channels;
}

}  // namespace

Rect Bound::region() const {
  if (region_) return *region_;
  const Size size = outputs_.image(0).size();
  return {0, 0, size.width, size.height};
}

Rect Bound::in_whole() const {
  return region_.value_or(inputs_.image(0).rectangle());
}

LaunchShape Bound::shape() const {
  const DeviceImage& input = inputs_.image(0);
  return {region(), input.whole(), input.layers()};
}

BoundImage Bound::image(GraphValue value) const {
  const DeviceImage& image = device_image(value);
  if (value.kind == GraphValue::Kind::output || !region_)
    return {image.buffer(), image.offset(), image.stride(), image.size(), image.format().channels};
  if (value.view == GraphValue::View::held)
    return {image.buffer(), image.held_offset(), image.stride(), image.held().size(), image.format().channels};
  if (value.view == GraphValue::View::region)
    return {image.buffer(), offset_of(image, region_->x, region_->y), image.stride(), region_->size(),
            image.format().channels};
  return {image.buffer(), offset_of(image, 0, 0), image.stride(), image.whole(), image.format().channels};
}

Rect Bound::held(GraphValue input) const {
  const DeviceImage& image = device_image(input);
  return region_ ? image.held() : Rect{0, 0, image.size().width, image.size().height};
}

// An output for a region holds less than the whole, so that it is never packed in place.
bool Bound::is_in_place(GraphValue packed) const {
  const GraphValue value = packed_[packed.place].image;
  if (value.kind == GraphValue::Kind::output && region_) return false;
  const BoundImage bound = image(value);
  return bound.offset == 0 && !bound.has_gaps();
}

const ocl::Buffer& Bound::buffer(GraphValue value) const {
  if (value.kind == GraphValue::Kind::packed) return memory_of(value);
  if (value.kind == GraphValue::Kind::scratch) return arena_.buffer(value.place);
  if (value.kind == GraphValue::Kind::kept) return kept_[value.place];
  return array(value).buffer();
}

const ocl::Buffer& Bound::memory_of(GraphValue value) const {
  const Packed& packed = packed_[value.place];
  if (is_in_place(value)) return image(packed.image).buffer;
  if (!packed.copy) packed.copy = queue_.allocate(packed.bytes);
  return *packed.copy;
}

}  // namespace lenslet::op
