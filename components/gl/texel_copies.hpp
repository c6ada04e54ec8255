// Texels of OpenGL's in the host's memory, for sessions that share no objects.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "gl/object_texels.hpp"
#include "gl/renderbuffer_copy.hpp"

namespace lenslet::gl {

class TexelCopies {
 public:
  explicit TexelCopies(const ObjectTexels& texels);

  // Copy all texels, without gaps.
  void read(std::span<std::byte> to) const;
  void write(std::span<const std::byte> from) const;

 private:
  void read_texture(std::span<std::byte> to) const;
  void write_texture(std::span<const std::byte> from) const;

  ObjectTexels texels_;  // of the copy where it is a renderbuffer
  std::optional<RenderbufferCopy> renderbuffer_;
};

}  // namespace lenslet::gl
