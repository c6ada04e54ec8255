// What one number in memory is: a sample of an image, or an element of an array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#pragma GCC visibility push(default)
namespace lenslet {

// f16 is IEEE 754 binary16. It is a storage type: arithmetic on it is done in f32. f64 needs a device with fp64.
enum class SampleType : std::uint8_t { u8, i8, u16, i16, u32, i32, u64, i64, f16, f32, f64 };

inline constexpr SampleType sample_types[] = {SampleType::u8,  SampleType::i8,  SampleType::u16, SampleType::i16,
                                              SampleType::u32, SampleType::i32, SampleType::u64, SampleType::i64,
                                              SampleType::f16, SampleType::f32, SampleType::f64};

// The types that windows and formulas of images compute on. Ops that copy, count or label take more: Operand::types.
inline constexpr SampleType filter_types[] = {SampleType::u8, SampleType::u16, SampleType::f16, SampleType::f32};

std::size_t size_of(SampleType type);              // bytes of one sample: 1 to 8
std::string_view name_of(SampleType type);         // "u8", ..., "f64"
SampleType parse_sample_type(std::string_view s);  // throws invalid_argument for any other word
bool is_integer(SampleType type);
bool is_filter_type(SampleType type);

// The least number that an integer holds, and the largest, which is white: 255, 65535, ... For the floating types 0
// is black and 1 is white. The limits of 64-bit integers are rounded to doubles.
double min_value(SampleType type);
double max_value(SampleType type);

// Convert between IEEE 754 binary16 and binary32. to_half() rounds to nearest even and overflows to infinity.
float from_half(std::uint16_t bits);
std::uint16_t to_half(float value);

// Returns the nearest value that a sample of the type can hold. Ties go to the even value. Integers saturate, and NaN
// becomes 0 in them.
double store_value(double value, SampleType type);

// Read and write one sample in memory, which need not be aligned. load_sample() rounds 64-bit integers to the nearest
// double. store_sample() stores store_value() of the value.
double load_sample(const void* sample, SampleType type);
void store_sample(void* sample, SampleType type, double value);

// Whether the C++ type T is one of the sample types. uint16_t is u16; no C++ type is f16.
template <class T>
inline constexpr bool is_sample =
    (std::is_integral_v<T> && !std::is_same_v<T, bool>) || std::is_same_v<T, float> || std::is_same_v<T, double>;

// The sample type of a C++ type.
template <class T>
constexpr SampleType sample_type_of() {
  static_assert(is_sample<T>, "no sample type is like this C++ type");
  if constexpr (std::is_same_v<T, float>)
    return SampleType::f32;
  else if constexpr (std::is_same_v<T, double>)
    return SampleType::f64;
  else if constexpr (sizeof(T) == 1)
    return std::is_signed_v<T> ? SampleType::i8 : SampleType::u8;
  else if constexpr (sizeof(T) == 2)
    return std::is_signed_v<T> ? SampleType::i16 : SampleType::u16;
  else if constexpr (sizeof(T) == 4)
    return std::is_signed_v<T> ? SampleType::i32 : SampleType::u32;
  else
    return std::is_signed_v<T> ? SampleType::i64 : SampleType::u64;
}

// Calls f with a value of the sample type's C++ type. For f16, which has no C++ type, this is double.
template <class F>
auto with_type(SampleType type, const F& f) {
  switch (type) {
    case SampleType::u8:
      return f(std::uint8_t{});
    case SampleType::i8:
      return f(std::int8_t{});
    case SampleType::u16:
      return f(std::uint16_t{});
    case SampleType::i16:
      return f(std::int16_t{});
    case SampleType::u32:
      return f(std::uint32_t{});
    case SampleType::i32:
      return f(std::int32_t{});
    case SampleType::u64:
      return f(std::uint64_t{});
    case SampleType::i64:
      return f(std::int64_t{});
    case SampleType::f32:
      return f(float{});
    case SampleType::f16:
    case SampleType::f64:
      return f(double{});
  }
  return f(double{});
}

}  // namespace lenslet
#pragma GCC visibility pop
