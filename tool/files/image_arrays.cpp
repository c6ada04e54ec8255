// Rows of an image may have gaps between them; those of an array have none.
#include "tool/files/image_arrays.hpp"

#include <cstring>

namespace lenslet::cli {

ArrayType array_type(const ImageType& type) {
  ArrayType result{type.format.type, {type.size.height, type.size.width}};
  if (type.format.channels > 1) result.shape.push_back(type.format.channels);
  return result;
}

std::optional<ImageType> image_type(const ArrayType& type) {
  const std::int64_t channels = type.shape.size() == 3 ? type.shape[2] : 1;
  const bool has_sides = type.shape.size() == 2 || type.shape.size() == 3;
  if (!has_sides || type.count() == 0 || channels > max_channels) return {};
  return ImageType{{type.type, static_cast<int>(channels)}, {type.shape[1], type.shape[0]}};
}

Array to_array(const Image& image) {
  Array array(array_type({image.format(), image.size()}));
  const std::size_t row = static_cast<std::size_t>(image.width()) * image.format().bytes();
  for (std::int64_t y = 0; y < image.height(); ++y)
    std::memcpy(array.bytes().data() + static_cast<std::size_t>(y) * row, image.row(y), row);
  return array;
}

Image to_image(const Array& array, const ImageType& type) {
  Image image(type.size, type.format);
  std::memcpy(image.data(), array.bytes().data(), array.bytes().size());
  return image;
}

}  // namespace lenslet::cli
