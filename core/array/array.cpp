// Arrays in host memory.
#include <lenslet/array.hpp>

#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/queue.hpp"

namespace lenslet {

Array::Array(const ArrayType& type) : type_(type) {
  check(type);
  type_.counted = false;
  try {
    data_.resize(type.bytes());
  } catch (const std::exception&) {
    throw Error(ErrorKind::unsupported, fmt::format("no memory for an array of {}", to_string(type)));
  }
}

double Array::at(std::int64_t index) const {
  return load_sample(data_.data() + static_cast<std::size_t>(index) * size_of(type_.type), type_.type);
}

void Array::set(std::int64_t index, double value) {
  store_sample(data_.data() + static_cast<std::size_t>(index) * size_of(type_.type), type_.type, value);
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
  const bool fits = size == size_of(type_.type) && integer == (is_integer(type_.type) || half) &&
                    (!integer || is_signed == (!half && min_value(type_.type) < 0));
  if (!fits)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("elements of {} read as another type of {} bytes", name_of(type_.type), size));
}

DeviceArray::DeviceArray(ArrayType type, ocl::Buffer buffer)
    : type_(std::move(type)), buffer_(std::make_shared<const ocl::Buffer>(std::move(buffer))) {}

DeviceArray::DeviceArray(ArrayType type, ocl::Buffer buffer, ocl::Buffer found)
    : DeviceArray(std::move(type), std::move(buffer)) {
  found_ = std::make_shared<const ocl::Buffer>(std::move(found));
}

const ocl::Buffer& DeviceArray::found() const {
  if (found_) return *found_;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("an array of {} without a number of rows; allowed: one that is counted", to_string(type_)));
}

bool DeviceArray::shares_memory(const DeviceArray& other) const {
  return buffer().stretch().overlaps(other.buffer().stretch());
}

}  // namespace lenslet
