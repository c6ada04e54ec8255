// Arrays as the bytes of files: NumPy's .npy and CSV. Reading and writing the files is the caller's.
#pragma once

#include <string>
#include <string_view>

#include <lenslet/array.hpp>

namespace lenslet {

// Versions 1 to 3 of the format, little endian; an array in Fortran order comes in C order. Throws io for what is no
// .npy, damaged or truncated; unsupported for elements that lenslet has no type for: the message names them.
Array parse_npy(std::string_view bytes);
std::string npy_bytes(const Array& array);

// Numbers between semicolons, else commas, else tabs or blanks: f64, of shape [rows] for one column, else [rows,
// columns]. A first line without any number is a heading; lines that are empty or begin with # are left out. Throws io
// that names the line for text that is no number, for whole numbers that f64 has not, and for rows of different
// lengths.
Array parse_csv(std::string_view text);

// Up to two dimensions, each number so exact that it reads back as the same, where f64 has it. Throws unsupported for
// more.
std::string csv_text(const Array& array);

}  // namespace lenslet
