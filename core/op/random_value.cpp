// Images are filled as arrays of their samples.
#include "op/random_value.hpp"

#include <algorithm>

namespace lenslet::op {
namespace {

HostValue random_one(const ArrayType& type, array::Fill fill, std::uint32_t seed) {
  return array::filled(type, fill, seed);
}

HostValue random_one(const ImageType& type, array::Fill fill, std::uint32_t seed) {
  Image image(type.size, type.format);
  const Array samples = array::filled(
      {element_type(type.format.type), {type.size.height, type.size.width * type.format.channels}}, fill, seed);
  std::ranges::copy(samples.bytes(), image.data());
  return image;
}

}  // namespace

ElementType element_type(PixelType type) {
  switch (type) {
    case PixelType::u8:
      return ElementType::u8;
    case PixelType::u16:
      return ElementType::u16;
    case PixelType::f16:
      return ElementType::f16;
    default:
      return ElementType::f32;
  }
}

HostValue random_value(const ValueType& type, array::Fill fill, std::uint32_t seed) {
  return std::visit([&](const auto& known) { return random_one(known, fill, seed); }, type);
}

}  // namespace lenslet::op
