// Values of a call on a device, by their kinds.
#include <lenslet/device_values.hpp>

#include <string>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

}  // namespace

bool DeviceValues::is_image(std::size_t place) const {
  if (kind_ == Kind::values) return std::holds_alternative<DeviceImage>(at<DeviceValue>(place));
  return kind_ == Kind::images;
}

const DeviceImage& DeviceValues::image(std::size_t place) const {
  if (!is_image(place)) refuse(fmt::format("an image wanted of value {}, which is {}", place, to_string(type(place))));
  return kind_ == Kind::images ? at<DeviceImage>(place) : std::get<DeviceImage>(at<DeviceValue>(place));
}

const DeviceArray& DeviceValues::array(std::size_t place) const {
  if (is_image(place)) refuse(fmt::format("an array wanted of value {}, which is {}", place, to_string(type(place))));
  return kind_ == Kind::arrays ? at<DeviceArray>(place) : std::get<DeviceArray>(at<DeviceValue>(place));
}

ValueType DeviceValues::type(std::size_t place) const {
  if (kind_ == Kind::values) return type_of(at<DeviceValue>(place));
  return kind_ == Kind::images ? type_of(at<DeviceImage>(place)) : type_of(at<DeviceArray>(place));
}

std::vector<DeviceValue> DeviceValues::copy() const {
  std::vector<DeviceValue> all;
  all.reserve(size_);
  for (std::size_t i = 0; i < size_; ++i) is_image(i) ? all.emplace_back(image(i)) : all.emplace_back(array(i));
  return all;
}

namespace {

void check_place(std::size_t place, std::size_t size) {
  if (place >= size) refuse(fmt::format("result {} of {}, the first is 0", place, size));
}

}  // namespace

const DeviceImage& DeviceResults::image(std::size_t place) const& {
  check_place(place, size());
  if (const auto* image = std::get_if<DeviceImage>(&values_[place])) return *image;
  refuse(fmt::format("result {} is {}: call array() for it", place, to_string(type_of(values_[place]))));
}

const DeviceArray& DeviceResults::array(std::size_t place) const& {
  check_place(place, size());
  if (const auto* array = std::get_if<DeviceArray>(&values_[place])) return *array;
  refuse(fmt::format("result {} is {}: call image() for it", place, to_string(type_of(values_[place]))));
}

std::vector<DeviceImage> DeviceResults::images() const {
  std::vector<DeviceImage> all;
  for (std::size_t i = 0; i < size(); ++i) all.push_back(image(i));
  return all;
}

}  // namespace lenslet
