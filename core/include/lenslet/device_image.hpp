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

// The place of a part in a larger image.
struct PartOf {
  Size whole;          // of the larger image
  std::int64_t x = 0;  // column of the part's top left pixel
  std::int64_t y = 0;  // its row
};

class DeviceImage {
 public:
  // Constructors are for the library; Session::allocate and Session::upload make images. This one has its rows in a
  // buffer: `offset` and the strides count samples from its start. Without a `layer_stride` the rows of a layer follow
  // those of the layer before it.
  DeviceImage(ocl::Buffer buffer, Size size, PixelFormat format, std::int64_t offset, std::int64_t stride,
              std::int64_t layers = 1, std::int64_t layer_stride = 0);
  // This one lies in an image object that has its own memory: storage image, or image_array, whose layers are its own.
  DeviceImage(ocl::ImageObject object, Size size, PixelFormat format);

  Size size() const { return rectangle_.size(); }  // of one layer
  PixelFormat format() const { return format_; }
  Storage storage() const;
  bool shares_memory(const DeviceImage& other) const;

  // Number of layers: images of one size and format, one behind the other, which a plan made with
  // OpOptions::layered filters together. 1 for an ordinary image.
  std::int64_t layers() const { return layers_; }

  // Returns one layer as an image by itself, in the same memory. Throws invalid_argument where there is no such layer,
  // unsupported for several layers in the storage image_array, which cannot be seen one by one.
  DeviceImage layer(std::int64_t index) const;

  // Returns `count` layers from layer `first` on, in the same memory. Throws as layer() does.
  DeviceImage layers(std::int64_t first, std::int64_t count) const;

  // whole() is the size of the image that this one is a part of, rectangle() says which part of it this is, and held()
  // which part the memory holds. A plan computes the rectangle, reads what lies round it as far as it is held, and
  // makes borders at the edges of the whole alone. Rectangles are in pixels of the whole. An image that is no part is
  // its own whole.
  Size whole() const { return whole_; }
  const Rect& rectangle() const { return rectangle_; }
  const Rect& held() const { return held_; }

  // Returns another rectangle of the same memory. Throws invalid_argument where it is empty or not held.
  DeviceImage view(const Rect& rectangle) const;

  // Returns all that is held as a part of a larger image. Throws invalid_argument where it does not lie inside.
  DeviceImage as_part(const PartOf& place) const;

  // Returns the rectangle as an image by itself, with borders at its own edges. Throws unsupported in the storages
  // image and image_array where more is held.
  DeviceImage as_whole() const;

  // What follows is for the library. In the storages buffer and image_buffer it says where the rows lie, counted in
  // samples. An image that has a view of its buffer, an image object, is in the storage image_buffer.
  bool in_buffer() const { return buffer_ != nullptr; }
  std::int64_t offset() const { return offset_; }
  std::int64_t stride() const { return stride_; }
  std::int64_t layer_stride() const { return layer_stride_; }
  std::int64_t held_offset() const;  // of the first sample that is held
  const ocl::Buffer& buffer() const { return *buffer_; }
  DeviceImage with_view(ocl::ImageObject view) const;
  DeviceImage without_view() const;
  DeviceImage part(Size size, std::int64_t offset, std::int64_t stride, std::int64_t layers) const;  // same memory

  // The image object, which all storages but buffer have.
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
