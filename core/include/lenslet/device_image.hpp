// An image in device memory, or a rectangle of one. The memory lives until the last copy of the handle is gone.
#pragma once

#include <cstdint>
#include <memory>

#include <lenslet/image.hpp>
#include <lenslet/schedule.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

namespace ocl {
class Buffer;
class ImageObject;
}  // namespace ocl

// Where a part lies in a larger image.
struct PartOf {
  Size whole;          // size of the larger image
  std::int64_t x = 0;  // column of the part's top left pixel
  std::int64_t y = 0;  // row of that pixel
};

class DeviceImage {
 public:
  // For the library: users make images by Session::allocate() and Session::upload(). The rows lie in a buffer. `offset`
  // and the strides count samples; `offset` counts from the buffer's start. With a `layer_stride` of 0 the layers
  // follow each other without gaps.
  DeviceImage(ocl::Buffer buffer, Size size, PixelFormat format, std::int64_t offset, std::int64_t stride,
              std::int64_t layers = 1, std::int64_t layer_stride = 0);
  // For the library: an image in an image object that has its own memory. Its storage is image or image_array. In
  // image_array the image has the object's layers.
  DeviceImage(ocl::ImageObject object, Size size, PixelFormat format);

  Size size() const { return rectangle_.size(); }  // of one layer
  PixelFormat format() const { return format_; }
  Storage storage() const;
  // Tells whether two images may use the same bytes of memory. Two views of one image may, even side by side.
  bool shares_memory(const DeviceImage& other) const;

  // The number of layers, 1 for an ordinary image. Layers are images of one size and format. A plan that was made with
  // OpOptions::layered filters all layers in one launch.
  std::int64_t layers() const { return layers_; }

  // Returns one layer as an image by itself, in the same memory. Throws invalid_argument where there is no such layer.
  DeviceImage layer(std::int64_t index) const;

  // Returns `count` layers from layer `first` on, in the same memory. Throws as layer() does.
  DeviceImage layers(std::int64_t first, std::int64_t count) const;

  // An image may be a part of a larger one. whole() is the size of the larger image, rectangle() the part that this
  // image stands for, held() the part that lies in memory. Both rectangles are in pixels of the whole. A plan computes
  // rectangle(), reads pixels round it as far as held() goes, and makes borders at the edges of the whole alone. An
  // image that is no part is its own whole.
  Size whole() const { return whole_; }
  const Rect& rectangle() const { return rectangle_; }
  const Rect& held() const { return held_; }

  // Returns another rectangle of the same memory. Throws invalid_argument where it is empty or lies outside held().
  DeviceImage view(const Rect& rectangle) const;

  // Returns all held pixels as a part of a larger image. Throws invalid_argument where they do not fit into it at that
  // place.
  DeviceImage as_part(const PartOf& place) const;

  // Returns the rectangle as an image by itself, with borders at its own edges. Throws unsupported in the storages
  // image and image_array where held() is larger than the rectangle.
  DeviceImage as_whole() const;

  // The rest is for the library. In the storages buffer and image_buffer these functions say where the rows lie, in
  // samples. An image in image_buffer has a buffer and also an image object that views it. In image_array offset() is
  // the first of the object's layers that belongs to the image.
  bool in_buffer() const { return buffer_ != nullptr; }
  std::int64_t offset() const { return offset_; }
  std::int64_t stride() const { return stride_; }
  std::int64_t layer_stride() const { return layer_stride_; }
  std::int64_t held_offset() const;  // of the first held sample
  const ocl::Buffer& buffer() const { return *buffer_; }
  DeviceImage with_view(ocl::ImageObject view) const;
  DeviceImage without_view() const;
  DeviceImage part(Size size, std::int64_t offset, std::int64_t stride, std::int64_t layers) const;  // same memory

  // The image object. All storages but buffer have one.
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
#pragma GCC visibility pop
