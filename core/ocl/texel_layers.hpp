// Copies of some of an image object's layers.
#pragma once

#include "ocl/queue.hpp"

namespace lenslet::ocl {

struct TexelLayers {
  std::uint64_t first = 0;
  std::uint64_t count = 1;
};

// Put a copy into the queue. `from` is no view. `to` is a buffer, where rows have no gaps and begin at `offset` bytes,
// or an object with as many layers.
Event copy_layers(const Queue& queue, const ImageObject& from, const TexelLayers& layers, const Buffer& to,
                  std::uint64_t offset);
Event copy_layers(const Queue& queue, const ImageObject& from, const TexelLayers& layers, const ImageObject& to);

}  // namespace lenslet::ocl
