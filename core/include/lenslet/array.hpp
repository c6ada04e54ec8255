// Arrays of numbers in C order without gaps, in host memory and on a device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lenslet {

// f16 is IEEE 754 binary16. It is a storage type: arithmetic on it is done in f32. f64 needs a device with fp64.
enum class SampleType : std::uint8_t { u8, u16, i32, u32, i64, u64, f16, f32, f64 };

inline constexpr SampleType sample_types[] = {SampleType::u8,  SampleType::u16, SampleType::i32,
                                                SampleType::u32, SampleType::i64, SampleType::u64,
                                                SampleType::f16, SampleType::f32, SampleType::f64};

std::size_t size_of(SampleType type);               // bytes of one element: 1 to 8
std::string_view name_of(SampleType type);          // "u8", ..., "f64"
SampleType parse_sample_type(std::string_view s);  // throws invalid_argument for any other word
bool is_integer(SampleType type);

// The element type and the shape of an array. An array without sides holds a single number.
struct ArrayType {
  SampleType type = SampleType::f32;
  std::vector<std::int64_t> shape = {};  // the sides, each 0 or more; elements along the last side are neighbours

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

  // Makes an array with one side that holds these values. Throws as the constructor does. Throws invalid_argument for a
  // T that no SampleType stands for, such as int8_t.
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

// The element type for a C++ type T. uint16_t is u16; no C++ type gives f16. Any type that is not listed gives f64.
template <class T>
constexpr SampleType element_of();

namespace ocl {
class Buffer;
}

// An array in device memory, made by Session::allocate() or Session::upload(). The memory lives until the last copy of
// the handle is gone.
class DeviceArray {
 public:
  DeviceArray(ArrayType type, ocl::Buffer buffer);  // for the library

  const ArrayType& type() const { return type_; }
  std::int64_t count() const { return type_.count(); }
  const ocl::Buffer& buffer() const { return *buffer_; }
  bool shares_memory(const DeviceArray& other) const;  // whether they have a byte in common

 private:
  ArrayType type_;
  std::shared_ptr<const ocl::Buffer> buffer_;
};

template <class T>
constexpr SampleType element_of() {
  if constexpr (std::is_same_v<T, std::uint8_t>)
    return SampleType::u8;
  else if constexpr (std::is_same_v<T, std::uint16_t>)
    return SampleType::u16;
  else if constexpr (std::is_same_v<T, std::int32_t>)
    return SampleType::i32;
  else if constexpr (std::is_same_v<T, std::uint32_t>)
    return SampleType::u32;
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return SampleType::i64;
  else if constexpr (std::is_same_v<T, std::uint64_t>)
    return SampleType::u64;
  else if constexpr (std::is_same_v<T, float>)
    return SampleType::f32;
  else
    return SampleType::f64;
}

template <class T>
Array Array::of(const std::vector<T>& values) {
  Array result({element_of<T>(), {static_cast<std::int64_t>(values.size())}});
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
