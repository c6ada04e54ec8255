// Finds out what is wrong with a file before libvips sees it: that it is no ordinary file, has more pixels than are
// allowed, fewer bytes than its pixels need, or metadata without end. A hostile file then costs neither memory nor
// time.
#pragma once

#include <filesystem>

#include <lenslet/image_file.hpp>

#include "files/pnm_header.hpp"

namespace lenslet::io {

// Looks at headers, and at a PNG's metadata. Returns false where the file's format has no bounds. Like the functions
// below it throws Error, "cannot read 'PATH': ...".
bool check_bounds(const std::filesystem::path& path, const ReadOptions& options);

// Reads a PNM file, and refuses one whose text has fewer numbers than pixels, which libvips would read as black ones,
// or numbers that are too great, which it would cut.
void check_numbers(const std::filesystem::path& path);

// Reads the header of a file that check_bounds accepted as PNM.
PnmHeader read_pnm_header(const std::filesystem::path& path);

// Compares a size that libvips found with the limit.
void check_pixels(const std::filesystem::path& path, Size size, const ReadOptions& options);

// Compares the bytes of memory that reading takes with the limit.
void check_memory(const std::filesystem::path& path, Size size, std::uint64_t bytes, const ReadOptions& options);

}  // namespace lenslet::io
