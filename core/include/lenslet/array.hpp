// Arrays of numbers in C order without gaps, in host memory and on a device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/sample.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

// The element type and the shape of an array. An array without sides holds a single number.
struct ArrayType {
  SampleType type = SampleType::f32;
  std::vector<std::int64_t> shape = {};  // the sides, each 0 or more; elements along the last side are neighbours

  // Only on a device: there is room for so many rows as the first side says, and the array holds beside its elements
  // how many were found. In host memory it has as many rows as were found, and is not counted.
  bool counted = false;

  std::int64_t count() const;   // number of elements: the product of the sides, 1 without sides
  std::uint64_t bytes() const;  // of all elements, without gaps
  bool operator==(const ArrayType&) const = default;
};

std::string to_string(const ArrayType& type);  // "f32 [100, 3]"

// Throws invalid_argument for a negative side, or more than (2^63 - 1) / 8 elements.
void check(const ArrayType& type);

// An array in host memory, which it owns.
class Array {
 public:
  Array() = default;  // f32, of shape [0]

  // Makes an array of zeros. Throws as check() does, and unsupported where the host has not enough memory.
  explicit Array(const ArrayType& type);

  // Makes an array with one side that holds these values. Throws as the constructor does. A T that no
  // SampleType stands for does not compile.
  template <class T>
  static Array of(const std::vector<T>& values);

  const ArrayType& type() const { return type_; }
  std::int64_t count() const { return type_.count(); }
  std::span<std::byte> bytes() { return data_; }
  std::span<const std::byte> bytes() const { return data_; }

  // Returns the elements as they lie in memory. f16 elements are uint16_t. Throws invalid_argument where T is another
  // type.
  template <class T>
  std::span<T> as();
  template <class T>
  std::span<const T> as() const;

  // Read and write one element as a double. `index` counts elements in C order, from 0 to count() - 1, and is not
  // checked. at() rounds 64-bit integers to the nearest double. set() rounds to nearest even; integers saturate, and
  // NaN becomes 0 in them.
  double at(std::int64_t index) const;
  void set(std::int64_t index, double value);

  // Returns the same elements in another shape. Throws invalid_argument where the number of elements differs, and as
  // check() does.
  Array reshaped(std::vector<std::int64_t> shape) const;

 private:
  void check_element(std::size_t size, bool integer, bool is_signed) const;

  ArrayType type_{SampleType::f32, {0}};
  std::vector<std::byte> data_;
};

std::vector<ArrayType> types_of(std::span<const Array> arrays);

// Returns the same numbers in another type. Integers stay exact. Fractions round to the nearest even integer, or to the
// nearest float. Throws invalid_argument with the first element that the type cannot hold.
Array converted(const Array& array, SampleType type);

namespace ocl {
class Buffer;
}

// An array in device memory, made by Session::allocate() or Session::upload(). The memory lives until the last copy of
// the handle is gone.
class DeviceArray {
 public:
  DeviceArray(ArrayType type, ocl::Buffer buffer);  // for the library

  // The same for an array that is counted. `found` holds the number of rows that were found, as a u32. It may be more
  // than there is room for.
  DeviceArray(ArrayType type, ocl::Buffer buffer, ocl::Buffer found);

  const ArrayType& type() const { return type_; }
  std::int64_t count() const { return type_.count(); }
  const ocl::Buffer& buffer() const { return *buffer_; }
  const ocl::Buffer& found() const;                    // of an array that is counted
  bool shares_memory(const DeviceArray& other) const;  // whether they have a byte in common

 private:
  ArrayType type_;
  std::shared_ptr<const ocl::Buffer> buffer_;
  std::shared_ptr<const ocl::Buffer> found_ = {};
};

template <class T>
Array Array::of(const std::vector<T>& values) {
  Array result({sample_type_of<T>(), {static_cast<std::int64_t>(values.size())}});
  std::span<T> to = result.as<T>();
  for (std::size_t i = 0; i < values.size(); ++i) to[i] = values[i];
  return result;
}

template <class T>
std::span<const T> Array::as() const {
  check_element(sizeof(T), std::is_integral_v<T>, std::is_signed_v<T>);
  return {reinterpret_cast<const T*>(data_.data()), static_cast<std::size_t>(count())};
}

template <class T>
std::span<T> Array::as() {
  check_element(sizeof(T), std::is_integral_v<T>, std::is_signed_v<T>);
  return {reinterpret_cast<T*>(data_.data()), static_cast<std::size_t>(count())};
}

}  // namespace lenslet
#pragma GCC visibility pop
