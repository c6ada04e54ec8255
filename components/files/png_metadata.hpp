// Limits a PNG file's contents beside its pixels. The PNG library unpacks them all when it opens a file, and a file can
// be a thousand times smaller than the memory that this takes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>

namespace lenslet::io {

// Photographs have an ICC profile of up to a few megabytes, XMP and EXIF. libvips takes two to six times as much
// memory.
inline constexpr std::uint64_t max_png_metadata = std::uint64_t{16} << 20;

// Chunks of pixels are not counted: large pictures have many.
inline constexpr int max_png_chunks = 100'000;

// Walks over the chunks from the file's start and unpacks them without keeping anything. Throws Error with only the
// reason if bytes of metadata or chunks are beyond the limits above.
void check_png_metadata(std::istream& file);

// Removes EXIF data that the PNG library writes a second time after the pixels, which PNG forbids. `path` is the file's
// name for errors.
void remove_second_exif(const std::filesystem::path& saved, const std::filesystem::path& path);

}  // namespace lenslet::io
