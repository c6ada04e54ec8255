// Where the rows of a box of texels lie in the host's memory.
#pragma once

#include <array>
#include <cstddef>

#include <lenslet/image_object.hpp>

namespace lenslet::ocl {

struct HostRows {
  std::size_t row = 0;  // bytes of a row's texels
  TexelPitch pitch;     // zero only for boxes without texels
  std::size_t rows = 0, slices = 0;

  std::size_t bytes() const { return pitch.slice * (slices - 1) + pitch.row * (rows - 1) + row; }
};

// Throws invalid_argument for rows or slices that overlap, and for pitches that no memory has room for.
HostRows host_rows(const ImageDescription& description, const std::array<std::size_t, 3>& size,
                   const TexelPitch& pitch);

}  // namespace lenslet::ocl
