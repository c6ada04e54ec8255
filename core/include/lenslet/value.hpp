// Inputs and outputs of ops: images and arrays, on the host or on a device, and their types.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <lenslet/array.hpp>
#include <lenslet/device_image.hpp>
#include <lenslet/image.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

// All of an image but its pixels.
struct ImageType {
  PixelFormat format;
  Size size;
  std::int64_t layers = 1;  // images of this size, one behind the other

  std::int64_t pixels() const { return size.width * size.height * layers; }
  bool operator==(const ImageType&) const = default;
};

std::string to_string(PixelFormat format);     // "u8 x 4 with alpha"
std::string to_string(const ImageType& type);  // "u8 x 3 of 640 x 480"

using ValueType = std::variant<ImageType, ArrayType>;
using HostValue = std::variant<Image, Array>;
using DeviceValue = std::variant<DeviceImage, DeviceArray>;

std::string to_string(const ValueType& type);
std::uint64_t bytes_of(const ValueType& type);                // of all samples or elements, without gaps
std::uint64_t bytes_of(const std::vector<ValueType>& types);  // of all of them together
ValueType type_of(const HostValue& value);
ValueType type_of(const DeviceValue& value);

}  // namespace lenslet
#pragma GCC visibility pop
