// The dictionary in front of a .npy's elements.
#pragma once

#include <string>
#include <string_view>

#include <lenslet/array.hpp>

namespace lenslet::array {

struct NpyHeader {
  ArrayType type;
  bool fortran_order = false;  // the first index is the fastest
};

inline constexpr std::size_t longest_npy_header = 10000;  // NumPy's own limit where it does not trust the file

struct ElementCode {
  std::string_view code;
  ElementType type;
};
inline constexpr ElementCode npy_codes[] = {
    {"|u1", ElementType::u8},  {"<u2", ElementType::u16}, {"<i4", ElementType::i32},
    {"<u4", ElementType::u32}, {"<i8", ElementType::i64}, {"<u8", ElementType::u64},
    {"<f2", ElementType::f16}, {"<f4", ElementType::f32}, {"<f8", ElementType::f64}};

// Throws io for what NumPy refuses, and for the few spellings of a dictionary that NumPy takes and never writes;
// unsupported for elements that lenslet has no type for. `long_suffix`: whether a number may end in L, as Python 2
// wrote it in versions 1 and 2 of the format.
NpyHeader parse_npy_header(std::string_view text, bool long_suffix);

[[noreturn]] void throw_damaged_npy(const std::string& what);

}  // namespace lenslet::array
