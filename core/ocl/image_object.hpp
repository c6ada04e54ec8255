// Image objects of OpenCL: memory that kernels read by coordinates. A texel is one sample, so that rows of C
// interleaved channels are as many texels as samples and no code depends on the number of channels.
//
// A texel holds its sample's bits as an unsigned integer. Floating texels would let a device flush small numbers on
// the way to the kernel, and not all devices convert halves alike. Studies of samplers ask for them: only these can be
// mixed by a linear filter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <lenslet/pixel.hpp>
#include <lenslet/schedule.hpp>

namespace lenslet::ocl {

struct Texels {
  Storage storage = Storage::image;  // image_buffer, image or image_array
  PixelType type = PixelType::u8;
  std::uint64_t width = 0;
  std::uint64_t height = 1;  // 1 in an image_buffer
  std::uint64_t layers = 1;  // more in an image_array only
  bool floating = false;     // kernels read floats, of integers 0 to 1; in the storage image

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
