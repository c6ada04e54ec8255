// OpenCL's image objects: memory that kernels read by coordinates. A texel is one sample. So a row has as many texels
// as samples, and no code depends on the number of channels.
//
// A texel holds its sample's bits as an unsigned integer. With floating texels a device might flush small numbers
// before the kernel sees them, and not all devices convert halves alike. Only studies of samplers ask for floating
// texels, because a linear filter needs them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <lenslet/device.hpp>
#include <lenslet/pixel.hpp>
#include <lenslet/schedule.hpp>

#pragma GCC visibility push(default)
namespace lenslet::ocl {

// Returns the types of samples that kernels can read from image objects of a storage, and write there. The storage is
// not `buffer`.
const std::vector<SampleType>& texel_types(const DeviceInfo& device, Storage storage);

struct Texels {
  Storage storage = Storage::image;  // image_buffer, image or image_array
  SampleType type = SampleType::u8;
  std::uint64_t width = 0;
  std::uint64_t height = 1;  // 1 in an image_buffer
  std::uint64_t layers = 1;  // more than 1 only in an image_array
  bool floating = false;     // kernels read floats, integers as 0 to 1; only in the storage image

  bool operator==(const Texels&) const = default;
};

// A part of one layer.
struct TexelRect {
  std::uint64_t x = 0;
  std::uint64_t y = 0;
  std::uint64_t width = 0;
  std::uint64_t height = 0;
  std::uint64_t layer = 0;
};

class ImageObject {
 public:
  struct Handle;  // cl::Image
  ImageObject(std::shared_ptr<Handle> handle, const Texels& texels);

  const Texels& texels() const { return texels_; }
  const Handle& handle() const { return *handle_; }

 private:
  std::shared_ptr<Handle> handle_;
  Texels texels_;
};

}  // namespace lenslet::ocl
#pragma GCC visibility pop
