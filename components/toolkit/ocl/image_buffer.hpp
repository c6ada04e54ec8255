// Private to this folder: where the texels of an image1d_buffer lie. Commands on them use the buffer: with image
// commands PoCL 3.1 crashes, and Mesa's rusticl reaches only some of the texels.
#pragma once

#include <optional>

#include "ocl/handles.hpp"
#include "toolkit/ocl/texel_formats.hpp"

#pragma GCC visibility push(default)
namespace lenslet::ocl {

struct BufferPart {
  const Buffer& buffer;
  std::uint64_t offset, bytes;
};

// Returns nothing for images of other kinds.
inline std::optional<BufferPart> in_buffer(const FormattedImage& image, const TexelBox& box) {
  const std::optional<Buffer>& buffer = image.handle().over;
  if (!buffer) return {};
  const std::uint64_t texel = bytes_of(image.description().format);
  return BufferPart{*buffer, texel * box.origin[0], texel * box.size[0]};
}

}  // namespace lenslet::ocl
#pragma GCC visibility pop
