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
  // For the library. Rows in a buffer: `offset` and `stride` count samples from its start.
  DeviceImage(ocl::Buffer buffer, Size size, PixelFormat format, std::int64_t offset, std::int64_t stride);
  // In an image object that has its own memory: storage image or image_array.
  DeviceImage(ocl::ImageObject object, Size size, PixelFormat format);

  Size size() const { return size_; }
  PixelFormat format() const { return format_; }
  Storage storage() const;
  bool shares_memory(const DeviceImage& other) const;

  // For the library. Storages buffer and image_buffer: where the rows lie. With a view of the buffer the storage is
  // image_buffer.
  bool in_buffer() const { return buffer_ != nullptr; }
  std::int64_t offset() const { return offset_; }
  std::int64_t stride() const { return stride_; }
  const ocl::Buffer& buffer() const { return *buffer_; }
  DeviceImage with_view(ocl::ImageObject view) const;
  DeviceImage without_view() const;

  // All storages but buffer.
  const ocl::ImageObject& object() const { return *object_; }

 private:
  std::shared_ptr<const ocl::Buffer> buffer_;
  std::shared_ptr<const ocl::ImageObject> object_;
  Size size_;
  PixelFormat format_;
  std::int64_t offset_ = 0;
  std::int64_t stride_ = 0;
};

}  // namespace lenslet
