// NumPy's .npy files and CSV as arrays. Callers read and write the files themselves: these functions see bytes.
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

#pragma GCC visibility push(default)
namespace lenslet {

// A function that is called before any memory for the array is taken. It gets the array's type and the number of bytes
// that parsing will take. It may throw to refuse the file.
using AcceptArray = std::function<void(const ArrayType& type, std::uint64_t bytes)>;

// Reads versions 1.0, 2.0 and 3.0 of the format of NumPy's numpy.lib.format, little endian. Arrays in Fortran order are
// turned into C order. As in NumPy, the header must be a dictionary of exactly descr, fortran_order and shape, with at
// most 10000 bytes. Some files that NumPy reads are refused, because no writer makes them: files with bytes after the
// elements, and headers with a key twice, an escape, a comment, or a side that is no plain decimal number from 0 on.
// Truth values become u8 (0 and 1). Throws io for bytes that are no .npy file, or that are
// damaged or truncated. Throws unsupported for element types that Lenslet does not have; the message names the type.
Array parse_npy(std::string_view bytes);

// Returns the array as a .npy file of version 1.0, in C order.
std::string npy_bytes(const Array& array);

// A .npy whose bytes come piece by piece.
struct NpySource {
  // Fills the span, except at the end of the file; returns how many bytes it gave.
  std::function<std::size_t(std::span<std::byte>)> read;
  std::optional<std::uint64_t> size = {};  // of the file, in bytes, where it is known
  AcceptArray accept = {};
};

// Reads a .npy as parse_npy() does, without a copy of all bytes. Where the source's size is known, a header that does
// not fit it is refused before memory is taken. Throws as parse_npy() does, and what NpySource::read throws.
Array read_npy(const NpySource& source);

// Reads numbers as f64, of shape [rows] for one column, else [rows, columns]. The separator is the semicolon where
// there is one, else the comma, else tabs or blanks. Fields may stand in double quotes as in RFC 4180: separators and
// line ends inside mean nothing, and two quotes mean one. A number in quotes is a number. A first line without any
// number is a heading, unless one of its fields looks like a misspelt number: it begins with a digit, a sign or a
// point, or a digit comes before its first letter, as in $100 and (5). Empty lines and lines that begin with # are
// skipped. Throws io with the line's number for text that is no number, integers that f64 cannot hold exactly, rows of
// different lengths and unclosed quotes. Throws io for UTF-16. The array's memory is taken once.
Array parse_csv(std::string_view text, const AcceptArray& accept = {});

struct CsvTable {
  Array array;
  std::vector<std::string> names;  // of the columns, from the heading; empty without a heading
};

// Reads a CSV as parse_csv() does, and also the columns' names. `columns` lists the columns to take, in this order, by
// name or by number from 1. The other columns may hold any text. An empty list takes all columns. Throws as parse_csv()
// does, and invalid_argument for a column that is missing or listed twice.
CsvTable parse_csv_table(std::string_view text, const std::vector<std::string>& columns,
                         const AcceptArray& accept = {});

// Returns an array of at most two sides as CSV. Numbers have as many digits as it takes to read back the same f64.
// Where the columns have names, these are its heading. Throws unsupported for more sides, and invalid_argument for
// another number of names than columns.
std::string csv_text(const Array& array, const std::vector<std::string>& names = {});

}  // namespace lenslet
#pragma GCC visibility pop
