// Reads the chunks of a PNG file one by one.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <string>

namespace lenslet::io {

inline constexpr std::size_t png_signature_bytes = 8;
inline constexpr std::uint64_t png_checksum_bytes = 4;

struct PngChunk {
  std::string kind;
  std::uint64_t bytes = 0;
};

// Reads the head of the next chunk; nothing at the end, and where the PNG library would stop.
std::optional<PngChunk> next_png_chunk(std::istream& file);

}  // namespace lenslet::io
