// Images as arrays of [height, width] or [height, width, channels], and back.
#pragma once

#include <lenslet/value.hpp>
#include <optional>

namespace lenslet::cli {

ArrayType array_type(const ImageType& type);

// Returns the type of an array as an image, or nothing if it cannot be one. f64, which images lack, becomes f32. No
// channel is alpha: an array cannot say so.
std::optional<ImageType> image_type(const ArrayType& type);

// These copy the elements. An array that becomes an image must have an image's type.
Array to_array(const Image& image);
Image to_image(const Array& array, const ImageType& type);

// Makes u8 from u16, scaled: 65535 becomes 255.
Image scaled_to_u8(const Image& image);

}  // namespace lenslet::cli
