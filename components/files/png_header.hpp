// Finds the size of a PNG file, and whether a file can hold so many pixels, from bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lenslet::io {

struct PngHeader {
  std::int64_t width = 0;
  std::int64_t height = 0;
  int bits = 0;  // of a pixel

  // The fewest bytes of a whole file: Deflate makes at most 1032 bytes from one.
  std::uint64_t min_bytes() const;
};

inline constexpr std::size_t png_header_bytes = 26;  // of a file: the signature and the first chunk's start

// Returns nothing for a file that is no PNG, and for headers that the PNG library refuses.
std::optional<PngHeader> parse_png_header(std::string_view first_bytes);

}  // namespace lenslet::io
