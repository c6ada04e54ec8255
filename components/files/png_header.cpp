// The first chunk's fields are those of the PNG specification, section 11.2.1.
#include "files/png_header.hpp"

#include <array>

#include "files/bytes.hpp"

namespace lenslet::io {
namespace {

// Returns the samples of a pixel, by the colour type; 0 for an unknown type.
int samples_of(unsigned char colour_type) {
  constexpr std::array<int, 7> samples{1, 0, 3, 1, 2, 0, 4};
  return colour_type < samples.size() ? samples[colour_type] : 0;
}

bool is_depth(unsigned char depth) {
  return depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
}

}  // namespace

std::uint64_t PngHeader::min_bytes() const {
  constexpr std::uint64_t deflate = 1032;
  const auto pixels = static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
  return pixels / (8 * deflate) * static_cast<std::uint64_t>(bits);
}

std::optional<PngHeader> parse_png_header(std::string_view first_bytes) {
  constexpr std::string_view signature("\x89PNG\r\n\x1a\n", 8);
  constexpr std::int64_t max_side_length = 0x7FFFFFFF;
  if (first_bytes.size() < png_header_bytes || !first_bytes.starts_with(signature) ||
      first_bytes.substr(12, 4) != "IHDR")
    return std::nullopt;
  const auto depth = static_cast<unsigned char>(first_bytes[24]);
  const int samples = samples_of(static_cast<unsigned char>(first_bytes[25]));
  const PngHeader header{big_endian(first_bytes.substr(16, 4)), big_endian(first_bytes.substr(20, 4)), samples * depth};
  const bool valid = samples > 0 && is_depth(depth) && header.width >= 1 && header.height >= 1 &&
                     header.width <= max_side_length && header.height <= max_side_length;
  return valid ? std::optional(header) : std::nullopt;
}

}  // namespace lenslet::io
