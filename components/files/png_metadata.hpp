// Bounds what a PNG file holds beside its pixels. The PNG library unpacks all of it when the file is opened, and a file
// needs only a thousandth of the memory that this takes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>

namespace lenslet::io {

// Photographs have an ICC profile of up to a few megabytes, XMP and EXIF. libvips takes two to six times as much.
inline constexpr std::uint64_t max_png_metadata = std::uint64_t{16} << 20;

// Chunks of pixels are not counted: big pictures have many.
inline constexpr int max_png_chunks = 100'000;

// Walks over the chunks from the file's beginning and unpacks them without keeping anything. Throws Error with the
// reason alone where there are more bytes of metadata, or more chunks.
void check_png_metadata(std::istream& file);

// Removes what the PNG library writes too much: EXIF in front of the pixels and once more after them, which PNG does
// not allow. `path`: whose file that is, for errors.
void remove_second_exif(const std::filesystem::path& saved, const std::filesystem::path& path);

}  // namespace lenslet::io
