// Arrays as the bytes of files: NumPy's .npy and CSV. Reading and writing the files is the caller's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/array.hpp>

namespace lenslet {

// Sees what a file has before the array is made, whose parsing will take so many bytes of memory. It may throw.
using AcceptArray = std::function<void(const ArrayType& type, std::uint64_t bytes)>;

// Versions 1.0, 2.0 and 3.0 of the format, little endian; an array in Fortran order comes in C order. As strict as
// NumPy: the header is a dictionary of exactly descr, fortran_order and shape, of at most 10000 bytes. Stricter where
// NumPy would take what no writer makes: bytes behind the elements, keys that come twice, sides that are negative,
// truths or no plain decimal numbers, escapes and comments. int8 and int16 are widened to i32, truths to u8 (0 and 1).
// Throws io for what is no .npy, damaged or truncated;
// unsupported for elements that lenslet has no type for: the message names them.
Array parse_npy(std::string_view bytes);
std::string npy_bytes(const Array& array);

// The bytes of a .npy one after the other.
struct NpySource {
  std::function<std::size_t(std::span<std::byte>)> read;  // fills all of the span but at the end; says how many
  std::optional<std::uint64_t> size = {};                 // of all bytes, where it is known
  AcceptArray accept = {};
};

// The same without a copy of the elements' bytes. A size that the header does not fit to is refused before memory is
// taken.
Array read_npy(const NpySource& source);

// Numbers between semicolons, else commas, else tabs or blanks: f64, of shape [rows] for one column, else [rows,
// columns]. Fields may stand in double quotes, in which separators and ends of lines mean nothing and two quotes are
// one, as RFC 4180 has it; a number in quotes is a number. A first line without any number is a heading, unless one of
// its fields looks like a misspelt number: one that begins with a digit, a sign or a point, or has digits in front of
// its first letter, such as $100 and (5). Lines that are empty or begin with # are left out. Throws io that names the
// line for text that is no number, for whole numbers that f64 has not, for rows of different lengths and for a quote
// without its partner. Takes the array's memory once, and no more.
Array parse_csv(std::string_view text, const AcceptArray& accept = {});

// The same, with what the heading calls the columns; no names without one. `columns`: those to take, in this order, by
// their names or by their numbers from 1; any text may stand in the others. Empty: all.
struct CsvTable {
  Array array;
  std::vector<std::string> names;
};
CsvTable parse_csv_table(std::string_view text, const std::vector<std::string>& columns,
                         const AcceptArray& accept = {});

// Up to two dimensions, each number so exact that it reads back as the same, where f64 has it. Throws unsupported for
// more.
std::string csv_text(const Array& array);

}  // namespace lenslet
