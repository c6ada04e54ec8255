// Reads the headers of BMP files, and the pixels of their rows, from bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace lenslet::io {

// The bits of a channel in a pixel.
struct BmpMask {
  int shift = 0;
  int bits = 0;  // 0: none
};

struct BmpHeader {
  std::int64_t width = 0;
  std::int64_t height = 0;
  bool upward = true;                                     // the lowest row is the first
  int bits = 0;                                           // of a pixel: 1, 4 or 8 for a palette, or 16, 24 or 32
  std::uint64_t begin = 0;                                // where the pixels begin
  std::vector<std::array<std::uint8_t, 3>> palette = {};  // red, green, blue
  std::array<std::int64_t, 2> per_metre = {};             // pixels, in x and y; 0 or less: unknown
  std::array<BmpMask, 4> masks = {};                      // for 16 and 32 bits: red, green, blue, alpha

  bool is_grey() const;  // whether the palette has only greys
  bool has_alpha() const { return masks[3].bits > 0; }
  int channels() const { return is_grey() ? 1 : has_alpha() ? 4 : 3; }
  std::uint64_t row_bytes() const;  // whole words of four
  std::uint64_t min_bytes() const;  // of the file
};

// The length of the file's header, the longest header of an image, and the largest palette.
inline constexpr std::size_t max_bmp_header_length = 14 + 124 + 1024;

bool begins_bmp(std::string_view first_bytes);

// Throws Error of kind io or unsupported with only the reason. `first_bytes` is the whole file, or its first
// max_bmp_header_length bytes.
BmpHeader parse_bmp_header(std::string_view first_bytes);

// Makes u8 samples of `count` pixels of a row, from the pixel `first` on. Throws Error of kind io for a colour that the
// palette lacks.
void unpack_bmp_row(const BmpHeader& header, std::span<const std::uint8_t> row, std::int64_t first, std::int64_t count,
                    std::uint8_t* to);

}  // namespace lenslet::io
