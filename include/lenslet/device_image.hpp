// An image in device memory, or a rectangle of one. It holds its memory until the last copy of the handle is gone.
#pragma once

#include <cstdint>
#include <memory>

#include <lenslet/image.hpp>
#include <lenslet/schedule.hpp>

namespace lenslet {

namespace ocl {
class Buffer;
class ImageObject;
}  // namespace ocl

// Where pixels lie in a larger image.
struct PartOf {
  Size whole;
  std::int64_t x = 0;  // of the part's top left pixel
  std::int64_t y = 0;
};

class DeviceImage {
 public:
  // For the library. Rows in a buffer: `offset` and the strides count samples from its start. Without a `layer_stride`
  // the rows of a layer follow those of the layer before it.
  DeviceImage(ocl::Buffer buffer, Size size, PixelFormat format, std::int64_t offset, std::int64_t stride,
              std::int64_t layers = 1, std::int64_t layer_stride = 0);
  // In an image object that has its own memory: storage image or image_array, whose layers are the image's.
  DeviceImage(ocl::ImageObject object, Size size, PixelFormat format);

  Size size() const { return rectangle_.size(); }  // of one layer
  PixelFormat format() const { return format_; }
  Storage storage() const;
  bool shares_memory(const DeviceImage& other) const;

  // Images of one size and format, one behind the other, that a plan made with FilterOptions::layered filters together.
  std::int64_t layers() const { return layers_; }

  // One of them as an image by itself, in the same memory. Throws invalid_argument where there is no such layer,
  // unsupported for several layers in the storage image_array, which cannot be seen one by one.
  DeviceImage layer(std::int64_t index) const;

  // Some of them, behind each other as before. The same exceptions.
  DeviceImage layers(std::int64_t first, std::int64_t count) const;

  // The image that this one is a part of, which rectangle of it this is, and which one the memory holds: a plan
  // computes the rectangle, reads what lies round it as far as it is held, and makes borders at the edges of the whole
  // alone. All rectangles are in pixels of the whole. An image that is no part is its own whole.
  Size whole() const { return whole_; }
  const Rect& rectangle() const { return rectangle_; }
  const Rect& held() const { return held_; }

  // Another rectangle of the same memory. Throws invalid_argument where it is empty or not held.
  DeviceImage view(const Rect& rectangle) const;

  // All that is held as a part of a larger image. Throws invalid_argument where it does not lie inside.
  DeviceImage as_part(const PartOf& place) const;

  // The rectangle as an image by itself, with borders at its own edges. Throws unsupported in the storages image and
  // image_array where more is held.
  DeviceImage as_whole() const;

  // For the library. Storages buffer and image_buffer: where the rows lie. With a view of the buffer the storage is
  // image_buffer.
  bool in_buffer() const { return buffer_ != nullptr; }
  std::int64_t offset() const { return offset_; }
  std::int64_t stride() const { return stride_; }
  std::int64_t layer_stride() const { return layer_stride_; }
  std::int64_t held_offset() const;  // of the first sample that is held
  const ocl::Buffer& buffer() const { return *buffer_; }
  DeviceImage with_view(ocl::ImageObject view) const;
  DeviceImage without_view() const;
  DeviceImage part(Size size, std::int64_t offset, std::int64_t stride, std::int64_t layers) const;  // same memory

  // All storages but buffer.
  const ocl::ImageObject& object() const { return *object_; }

 private:
  std::shared_ptr<const ocl::Buffer> buffer_;
  std::shared_ptr<const ocl::ImageObject> object_;
  Size whole_;
  Rect rectangle_;
  Rect held_;
  PixelFormat format_;
  std::int64_t offset_ = 0;  // of the rectangle's first sample
  std::int64_t stride_ = 0;
  std::int64_t layer_stride_ = 0;
  std::int64_t layers_ = 1;
};

}  // namespace lenslet
