// Arrays as the bytes of files: NumPy's .npy and CSV. Callers read and write the files themselves.
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

// Is called with the array's type, and with the memory that parsing will take, before any of that memory is taken. It
// may throw to refuse the file.
using AcceptArray = std::function<void(const ArrayType& type, std::uint64_t bytes)>;

// Reads versions 1.0, 2.0 and 3.0 of the format that NumPy's numpy.lib.format defines, little endian; an array in
// Fortran order comes in C order. It is as strict as NumPy: the header is a dictionary of exactly descr, fortran_order
// and shape, of at most 10000 bytes. It is stricter where NumPy would take what no writer makes: bytes after the
// elements, keys that come twice, sides that are negative, truths or no plain decimal numbers, escapes and comments.
// int8 and int16 are widened to i32, truths to u8 (0 and 1). Throws io for what is no .npy, damaged or truncated, and
// unsupported for elements that lenslet has no type for, which the message names.
Array parse_npy(std::string_view bytes);

// Returns the array as a .npy file of version 1.0, in C order.
std::string npy_bytes(const Array& array);

// Gives the bytes of a .npy one after the other.
struct NpySource {
  std::function<std::size_t(std::span<std::byte>)> read;  // fills all of the span but at the end; says how many
  std::optional<std::uint64_t> size = {};                 // of all bytes, where it is known
  AcceptArray accept = {};
  std::string* stored = nullptr;  // gets the elements' type in the file: "i16", of which the array has i32
};

// Reads a .npy as parse_npy does, without a copy of the elements' bytes. Where the source knows its size, a header that
// does not fit it is refused before memory is taken.
Array read_npy(const NpySource& source);

// Reads numbers between semicolons, else commas, else tabs or blanks, as f64 of shape [rows] for one column, else
// [rows, columns]. Fields may stand in double quotes, in which separators and ends of lines mean nothing and two quotes
// are one, as RFC 4180 has it; a number in quotes is a number. A first line without any number is a heading, unless one
// of its fields looks like a misspelt number: one that begins with a digit, a sign or a point, or has digits in front
// of its first letter, such as $100 and (5). Lines that are empty or begin with # are left out. Throws io that names
// the line for text that is no number, for whole numbers that f64 has not, for rows of different lengths and for a
// quote without its partner. The array's memory is taken once, and no more.
Array parse_csv(std::string_view text, const AcceptArray& accept = {});

struct CsvTable {
  Array array;
  std::vector<std::string> names;  // of the columns, by the heading; empty without one
};

// Reads a CSV as parse_csv does, with the names of its columns. `columns` lists those to take, in this order, by their
// names or by their numbers from 1, and any text may stand in the others; an empty list takes all.
CsvTable parse_csv_table(std::string_view text, const std::vector<std::string>& columns,
                         const AcceptArray& accept = {});

// Writes an array of up to two sides, each number so exact that it reads back as the same where f64 has it. Throws
// unsupported for more sides.
std::string csv_text(const Array& array);

}  // namespace lenslet
