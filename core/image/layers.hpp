// The layers of image objects.
#pragma once

#include <lenslet/device_image.hpp>

#include "ocl/texel_layers.hpp"

namespace lenslet {

// Returns which of its object's layers the image has. The image is in the storage image or image_array, where an offset
// counts layers.
inline ocl::TexelLayers layers_of(const DeviceImage& image) {
  return {static_cast<std::uint64_t>(image.offset()), static_cast<std::uint64_t>(image.layers())};
}

// Whether the image has all of them.
inline bool has_whole_object(const DeviceImage& image) {
  return layers_of(image).count == image.object().texels().layers;
}

}  // namespace lenslet
