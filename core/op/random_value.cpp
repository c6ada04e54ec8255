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
  const Array samples =
      array::filled({type.format.type, {type.size.height, type.size.width * type.format.channels}}, fill, seed);
  std::ranges::copy(samples.bytes(), image.data());
  return image;
}

}  // namespace

HostValue random_value(const ValueType& type, array::Fill fill, std::uint32_t seed) {
  return std::visit([&](const auto& known) { return random_one(known, fill, seed); }, type);
}

}  // namespace lenslet::op
