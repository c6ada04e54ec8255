// Where the pixels of an image lie in memory that somebody else has laid out.
#pragma once

#include <cstdint>
#include <optional>

#include <lenslet/memory.hpp>

#include "ocl/queue.hpp"

namespace lenslet {

// Returns the layout with strides in the place of its zeros. Throws as check_shape() does, and invalid_argument for a
// place or a stride that is no multiple of a sample, or rows or layers that reach over the next.
ImageLayout checked_layout(const ImageType& type, const ImageLayout& layout);

// Returns the end of the last pixel, in bytes; nothing where it lies beyond `available`. The layout is a checked one.
std::optional<std::uint64_t> end_within(std::uint64_t available, const ImageType& type, const ImageLayout& layout);

// Makes an image in a buffer that holds all of the layout, which is a checked one.
DeviceImage image_at(const ocl::Buffer& buffer, const ImageType& type, const ImageLayout& layout);

// Says where the pixels of an image's rectangle lie in its buffer.
ImageLayout layout_of(const DeviceImage& image);

// Says which bytes an image in a buffer may use: from the first to the last pixel that is held, with what lies between.
ocl::Stretch stretch_of(const DeviceImage& image);

}  // namespace lenslet
