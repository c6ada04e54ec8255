// The C++ types of samples.
#pragma once

#include <cstdint>

#include <lenslet/sample.hpp>

namespace lenslet {

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
