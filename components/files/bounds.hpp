// Checks files before libvips reads them. It refuses files that are not ordinary, have too many pixels, have fewer
// bytes than their pixels need, or have endless metadata. So a hostile file costs neither memory nor time.
#pragma once

#include <filesystem>

#include <lenslet/image_file.hpp>

#include "files/pnm_header.hpp"

namespace lenslet::io {

// Checks headers, and a PNG's metadata; nothing where the file's format has no bounds. Throws Error, "cannot read
// 'PATH': ...", like the functions below.
void check_bounds(const std::filesystem::path& path, const ReadOptions& options);

// Reads a PNM file. Refuses a text with fewer numbers than pixels: libvips would fill the others with black. Refuses
// too large numbers: libvips would cut them.
void check_numbers(const std::filesystem::path& path);

// Returns how many pictures a GIF has. Throws io where it ends, or is damaged, before its end.
std::int64_t count_gif_pictures(const std::filesystem::path& path);

// Reads the header of a PNM file that check_bounds accepted.
PnmHeader read_pnm_header(const std::filesystem::path& path);

// Compares a size from libvips with the limit.
void check_pixels(const std::filesystem::path& path, Size size, const ReadOptions& options);

// Compares the memory that reading takes with the limit.
void check_memory(const std::filesystem::path& path, Size size, std::uint64_t bytes, const ReadOptions& options);

// Throws invalid_argument for a page, from 0 on, that a file of so many pages has not.
void check_page(const std::filesystem::path& path, int page, int pages);

}  // namespace lenslet::io
