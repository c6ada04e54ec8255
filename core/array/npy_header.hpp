// The dictionary before the elements of a .npy.
#pragma once

#include <string>
#include <string_view>

#include <lenslet/array.hpp>

namespace lenslet::array {

struct NpyHeader {
  ArrayType type;              // in memory
  bool truth = false;          // the file has NumPy's bool, which becomes 0 and 1 of u8
  bool fortran_order = false;  // the first index varies fastest
};

inline constexpr std::size_t max_npy_header_length = 10000;  // NumPy's own limit for files that it does not trust

struct ElementCode {
  std::string_view code;
  SampleType type;
  bool truth = false;
};
inline constexpr ElementCode npy_codes[] = {
    {"|u1", SampleType::u8},  {"|i1", SampleType::i8},  {"<u2", SampleType::u16}, {"<i2", SampleType::i16},
    {"<u4", SampleType::u32}, {"<i4", SampleType::i32}, {"<u8", SampleType::u64}, {"<i8", SampleType::i64},
    {"<f2", SampleType::f16}, {"<f4", SampleType::f32}, {"<f8", SampleType::f64}, {"|b1", SampleType::u8, true}};

// Reads the dictionary. `long_suffix`: numbers may end in L, as Python 2 wrote them in versions 1 and 2 of the format.
// Throws io for what NumPy refuses, and for a few spellings that NumPy accepts but never writes. Throws unsupported for
// element types that Lenslet does not have.
NpyHeader parse_npy_header(std::string_view text, bool long_suffix);

[[noreturn]] void throw_damaged_npy(const std::string& what);

}  // namespace lenslet::array
