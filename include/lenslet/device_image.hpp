// An image in device memory. It holds its memory until the last copy of the handle is gone.
#pragma once

#include <cstdint>
#include <memory>

#include <lenslet/image.hpp>
#include <lenslet/schedule.hpp>

namespace lenslet {

namespace ocl {
class Buffer;
}

class DeviceImage {
 public:
  // For the library: `offset` and `stride` count samples from the start of the buffer.
  DeviceImage(ocl::Buffer buffer, Size size, PixelFormat format, std::int64_t offset, std::int64_t stride);

  Size size() const { return size_; }
  PixelFormat format() const { return format_; }
  Storage storage() const { return Storage::buffer; }
  std::int64_t offset() const { return offset_; }
  std::int64_t stride() const { return stride_; }
  const ocl::Buffer& buffer() const { return *buffer_; }

 private:
  std::shared_ptr<const ocl::Buffer> buffer_;
  Size size_;
  PixelFormat format_;
  std::int64_t offset_;
  std::int64_t stride_;
};

}  // namespace lenslet
