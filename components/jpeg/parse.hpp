// Reads the parts of a JPEG file before its coded data (T.81 annex B).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lenslet/jpeg.hpp>

#include "jpeg/frame.hpp"
#include "jpeg/huffman_table.hpp"
#include "jpeg/quantization.hpp"

#pragma GCC visibility push(default)
namespace lenslet::codec {

enum class Color : std::uint8_t { grey, ycc, rgb, cmyk, ycck, unknown };

// A component of a scan: the numbers of its Huffman tables.
struct ComponentTables {
  std::size_t frame_component = 0, dc = 0, ac = 0;
};

struct Header {
  int marker = 0;  // of the frame: 0xC0 is baseline
  int precision = 8;
  Size size;
  std::vector<ComponentSpec> components;
  Color color = Color::unknown;
  std::array<std::optional<QuantTable>, 4> quant;
  std::array<int, 4> quant_bits{};                    // of an entry in the file: 8 or 16
  std::array<std::optional<HuffmanTable>, 4> dc, ac;  // the file's; else the standard's first two
  int huffman_tables = 0;                             // how many the file has
  int restart = 0;
  std::vector<ComponentTables> scan;  // of the first scan
  bool is_whole_block = true;         // whether the scan claims to have all coefficients with all their bits
  std::size_t data = 0;               // byte of the file at which the coded data begins
  std::vector<std::byte> exif, icc;
  std::vector<std::string> warnings;  // about parts that no pixel needs

  // Something unusual before the coded data, for which libjpeg-turbo has rules; else empty.
  std::string oddity;
};

// Throws io for a file that is no JPEG, that ends before its coded data, or that has a wrong length before it.
Header parse_header(std::span<const std::byte> file);

// Throws io if the declared size has more pixels than the limit, or a side over 65500.
void check_size(const Header& header, std::int64_t max_pixels);

// The word for a frame's marker: "baseline", "progressive" and so on.
std::string_view kind_of(int marker);

// Why the device cannot decode a file's coefficients, in words; empty where it can.
std::string hindrance(const Header& header);

// The geometry of a file without a hindrance.
Frame frame_of(const Header& header);

// The orientation in EXIF data, 1 to 8; 1 where it says none.
int orientation_of(std::span<const std::byte> exif);

}  // namespace lenslet::codec
#pragma GCC visibility pop
