// Types of values in words and in bytes.
#include <lenslet/value.hpp>

#include <fmt/format.h>

namespace lenslet {
namespace {

ValueType type_of_one(const Image& image) {
  return ImageType{image.format(), image.size()};
}
ValueType type_of_one(const DeviceImage& image) {
  return ImageType{image.format(), image.size(), image.layers()};
}
ValueType type_of_one(const Array& array) {
  return array.type();
}
ValueType type_of_one(const DeviceArray& array) {
  return array.type();
}

std::uint64_t bytes_of_one(const ImageType& type) {
  return static_cast<std::uint64_t>(type.pixels()) * type.format.bytes();
}
std::uint64_t bytes_of_one(const ArrayType& type) {
  return type.bytes();
}

}  // namespace

std::string to_string(PixelFormat format) {
  return fmt::format("{} x {}{}", name_of(format.type), format.channels, format.alpha ? " with alpha" : "");
}

std::string to_string(const ImageType& type) {
  const std::string layers = type.layers == 1 ? "" : fmt::format(" in {} layers", type.layers);
  return fmt::format("{} of {} x {}{}", to_string(type.format), type.size.width, type.size.height, layers);
}

std::string to_string(const ValueType& type) {
  return std::visit([](const auto& known) { return to_string(known); }, type);
}

std::uint64_t bytes_of(const ValueType& type) {
  return std::visit([](const auto& known) { return bytes_of_one(known); }, type);
}

std::uint64_t bytes_of(const std::vector<ValueType>& types) {
  std::uint64_t bytes = 0;
  for (const ValueType& type : types) bytes += bytes_of(type);
  return bytes;
}

ValueType type_of(const HostValue& value) {
  return std::visit([](const auto& known) { return type_of_one(known); }, value);
}

ValueType type_of(const DeviceValue& value) {
  return std::visit([](const auto& known) { return type_of_one(known); }, value);
}

}  // namespace lenslet
