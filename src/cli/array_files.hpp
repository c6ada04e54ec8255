// Arrays from files and into them, by their suffixes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <lenslet/array.hpp>
#include <vector>

#include "input_limits.hpp"

namespace lenslet::cli {

// .npy, .csv and .txt; any other file is an image, an array of [height, width] or [height, width, channels]. Throws io.
// `held`: bytes of memory that other arrays of the job take. `accept` sees the type before the elements are read where
// the file says it, and may throw.
Array read_array(const std::filesystem::path& path, const InputLimits& limits, std::uint64_t held,
                 const std::function<void(const ArrayType&)>& accept);

// Throws invalid_argument where no array of the type can be written to such a file: .npy, .csv, .txt or an image.
void check_array_file(const std::filesystem::path& path, const ArrayType& type);

// Of a type that was checked. Nothing half-written stays. `sync`: the disk has it when this returns.
void write_array(const std::filesystem::path& path, const Array& array, bool sync);

// The columns of an array of [rows, columns], each as an array of [rows].
std::vector<Array> columns_of(const Array& array);

}  // namespace lenslet::cli
