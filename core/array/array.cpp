// Arrays in host memory.
#include <lenslet/array.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/pixel.hpp>

#include "array/values.hpp"
#include "image/half.hpp"
#include "ocl/queue.hpp"

namespace lenslet {
namespace {

template <class T>
T nearest(double value) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(value);
  } else {
    if (std::isnan(value)) return 0;
    const double rounded = std::nearbyint(value);
    if (rounded <= static_cast<double>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
    if (rounded >= static_cast<double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
    return static_cast<T>(rounded);
  }
}

}  // namespace

Array::Array(const ArrayType& type) : type_(type) {
  check(type);
  try {
    data_.resize(type.bytes());
  } catch (const std::exception&) {
    throw Error(ErrorKind::unsupported, fmt::format("no memory for an array of {}", to_string(type)));
  }
}

double Array::at(std::int64_t index) const {
  const std::byte* from = data_.data() + static_cast<std::size_t>(index) * size_of(type_.type);
  if (type_.type == SampleType::f16) return load_sample(from, SampleType::f16);
  return array::with_type(type_.type, [from](auto value) {
    std::memcpy(&value, from, sizeof value);
    return static_cast<double>(value);
  });
}

void Array::set(std::int64_t index, double value) {
  std::byte* to = data_.data() + static_cast<std::size_t>(index) * size_of(type_.type);
  if (type_.type == SampleType::f16) {
    const std::uint16_t bits = half_from_double(value);
    std::memcpy(to, &bits, sizeof bits);
    return;
  }
  array::with_type(type_.type, [to, value](auto element) {
    element = nearest<decltype(element)>(value);
    std::memcpy(to, &element, sizeof element);
  });
}

Array Array::reshaped(std::vector<std::int64_t> shape) const {
  const ArrayType wanted{type_.type, std::move(shape)};
  check(wanted);
  if (wanted.count() != count())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("an array of {} cannot be {}: not as many elements", to_string(type_), to_string(wanted)));
  Array result = *this;
  result.type_ = wanted;
  return result;
}

std::vector<ArrayType> types_of(std::span<const Array> arrays) {
  std::vector<ArrayType> types;
  for (const Array& array : arrays) types.push_back(array.type());
  return types;
}

void Array::check_element(std::size_t size, bool integer, bool is_signed) const {
  const bool half = type_.type == SampleType::f16;
  const bool signed_type = type_.type == SampleType::i32 || type_.type == SampleType::i64;
  const bool fits = size == size_of(type_.type) && integer == (is_integer(type_.type) || half) &&
                    (!integer || is_signed == signed_type);
  if (!fits)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("elements of {} read as another type of {} bytes", name_of(type_.type), size));
}

DeviceArray::DeviceArray(ArrayType type, ocl::Buffer buffer)
    : type_(std::move(type)), buffer_(std::make_shared<const ocl::Buffer>(std::move(buffer))) {}

bool DeviceArray::shares_memory(const DeviceArray& other) const {
  return buffer().stretch().overlaps(other.buffer().stretch());
}

}  // namespace lenslet
