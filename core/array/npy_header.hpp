// The dictionary before the elements of a .npy.
#pragma once

#include <string>
#include <string_view>

#include <lenslet/array.hpp>

namespace lenslet::array {

// The element type in the file, where Lenslet does not have it. Such elements become the next type that has all their
// values.
enum class NarrowElement : std::uint8_t { none, i8, i16, truth };

struct NpyHeader {
  ArrayType type;  // in memory
  NarrowElement narrow = NarrowElement::none;
  bool fortran_order = false;  // the first index varies fastest

  std::uint64_t bytes_in_file() const;
};

inline constexpr std::size_t max_npy_header_length = 10000;  // NumPy's own limit for files that it does not trust

struct ElementCode {
  std::string_view code;
  SampleType type;
  NarrowElement narrow = NarrowElement::none;
};
inline constexpr ElementCode npy_codes[] = {{"|u1", SampleType::u8},
                                            {"<u2", SampleType::u16},
                                            {"<i4", SampleType::i32},
                                            {"<u4", SampleType::u32},
                                            {"<i8", SampleType::i64},
                                            {"<u8", SampleType::u64},
                                            {"<f2", SampleType::f16},
                                            {"<f4", SampleType::f32},
                                            {"<f8", SampleType::f64},
                                            {"|i1", SampleType::i32, NarrowElement::i8},
                                            {"<i2", SampleType::i32, NarrowElement::i16},
                                            {"|b1", SampleType::u8, NarrowElement::truth}};

// Reads the dictionary. `long_suffix`: numbers may end in L, as Python 2 wrote them in versions 1 and 2 of the format.
// Throws io for what NumPy refuses, and for a few spellings that NumPy accepts but never writes. Throws unsupported for
// element types that Lenslet does not have.
NpyHeader parse_npy_header(std::string_view text, bool long_suffix);

[[noreturn]] void throw_damaged_npy(const std::string& what);

}  // namespace lenslet::array
