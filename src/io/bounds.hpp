// What is found wrong with a file before libvips sees it: no ordinary file, more pixels than are allowed, fewer bytes
// than its pixels need, metadata without end. A hostile file then costs neither memory nor time.
#pragma once

#include <filesystem>

#include <lenslet/image_file.hpp>

#include "io/pnm_header.hpp"

namespace lenslet::io {

// Looks at headers, and at a PNG's metadata. Like the functions below it throws Error, "cannot read 'PATH': ...". False
// where the file's format has no bounds.
bool check_bounds(const std::filesystem::path& path, const ReadOptions& options);

// Reads a PNM file, and refuses one whose text has fewer numbers than pixels, which libvips would read as black ones,
// or numbers that are too great, which it would cut.
void check_numbers(const std::filesystem::path& path);

// Of a file that check_bounds accepted as PNM.
PnmHeader read_pnm_header(const std::filesystem::path& path);

// For a size that libvips found.
void check_pixels(const std::filesystem::path& path, Size size, const ReadOptions& options);

// `bytes`: what reading takes.
void check_memory(const std::filesystem::path& path, Size size, std::uint64_t bytes, const ReadOptions& options);

}  // namespace lenslet::io
