// An image in device memory. It holds its memory until the last copy of the handle is gone.
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

class DeviceImage {
 public:
  // For the library. Rows in a buffer: `offset` and `stride` count samples from its start; the rows of a layer follow
  // those of the layer before it.
  DeviceImage(ocl::Buffer buffer, Size size, PixelFormat format, std::int64_t offset, std::int64_t stride,
              std::int64_t layers = 1);
  // In an image object that has its own memory: storage image or image_array, whose layers are the image's.
  DeviceImage(ocl::ImageObject object, Size size, PixelFormat format);

  Size size() const { return size_; }  // of one layer
  PixelFormat format() const { return format_; }
  Storage storage() const;
  bool shares_memory(const DeviceImage& other) const;

  // Images of one size and format, one behind the other, that a plan made with FilterOptions::layered filters together.
  std::int64_t layers() const { return layers_; }

  // One of them as an image by itself, in the same memory. Throws invalid_argument where there is no such layer,
  // unsupported for several layers in the storage image_array, which cannot be seen one by one.
  DeviceImage layer(std::int64_t index) const;

  // For the library. Storages buffer and image_buffer: where the rows lie. With a view of the buffer the storage is
  // image_buffer.
  bool in_buffer() const { return buffer_ != nullptr; }
  std::int64_t offset() const { return offset_; }
  std::int64_t stride() const { return stride_; }
  const ocl::Buffer& buffer() const { return *buffer_; }
  DeviceImage with_view(ocl::ImageObject view) const;
  DeviceImage without_view() const;
  DeviceImage part(Size size, std::int64_t offset, std::int64_t stride, std::int64_t layers) const;  // same memory

  // All storages but buffer.
  const ocl::ImageObject& object() const { return *object_; }

 private:
  std::shared_ptr<const ocl::Buffer> buffer_;
  std::shared_ptr<const ocl::ImageObject> object_;
  Size size_;
  PixelFormat format_;
  std::int64_t offset_ = 0;
  std::int64_t stride_ = 0;
  std::int64_t layers_ = 1;
};

}  // namespace lenslet
