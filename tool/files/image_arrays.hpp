// Images as arrays of [height, width] or [height, width, channels], and back.
#pragma once

#include <lenslet/value.hpp>
#include <optional>

namespace lenslet::cli {

ArrayType array_type(const ImageType& type);

// Returns nothing where an array of this type is no image. f64, which images do not have, becomes f32. None of its
// channels is alpha, which an array cannot say.
std::optional<ImageType> image_type(const ArrayType& type);

// Copy the same elements. An array that becomes an image has an image's type.
Array to_array(const Image& image);
Image to_image(const Array& array, const ImageType& type);

}  // namespace lenslet::cli
