// Element types of arrays as types of C++.
#pragma once

#include <cstdint>

#include <lenslet/array.hpp>

namespace lenslet::array {

// Calls f with a value of the C++ type; that of f16, which has none, is double.
template <class F>
auto with_type(ElementType type, const F& f) {
  switch (type) {
    case ElementType::u8:
      return f(std::uint8_t{});
    case ElementType::u16:
      return f(std::uint16_t{});
    case ElementType::i32:
      return f(std::int32_t{});
    case ElementType::u32:
      return f(std::uint32_t{});
    case ElementType::i64:
      return f(std::int64_t{});
    case ElementType::u64:
      return f(std::uint64_t{});
    case ElementType::f32:
      return f(float{});
    default:
      return f(double{});
  }
}

}  // namespace lenslet::array
