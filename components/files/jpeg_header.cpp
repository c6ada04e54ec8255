// The markers and fields are those of ITU-T T.81, annex B.
#include "files/jpeg_header.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "files/bytes.hpp"

namespace lenslet::io {
namespace {

constexpr int start_of_image = 0xD8;

int byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

// Tells whether a segment begins a frame: SOF0 to SOF15, without the three markers among them with other meanings.
bool is_frame(int marker) {
  return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

// Tells whether a frame is baseline, extended or progressive, with Huffman codes.
bool is_huffman_frame(int marker) {
  return marker >= 0xC0 && marker <= 0xC2;
}

// Tells whether a segment may stand before the frame: tables, restart interval, applications' and comments.
bool is_other_segment(int marker) {
  return marker == 0xC4 || marker == 0xDB || marker == 0xDD || (marker >= 0xE0 && marker <= 0xEF) || marker == 0xFE;
}

std::int64_t divide_up(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

// Reads the frame's segment after its length: bits, height, width, and for each component a name, its sampling and a
// table.
std::optional<JpegHeader> parse_frame(std::string_view frame) {
  constexpr std::size_t fixed = 6, each = 3;
  if (frame.size() < fixed + each || frame.size() != fixed + each * static_cast<std::size_t>(byte_at(frame, 5)))
    return std::nullopt;
  JpegHeader header{big_endian(frame.substr(3, 2)), big_endian(frame.substr(1, 2))};
  struct Sampling {
    int x;
    int y;
  };
  std::vector<Sampling> samplings;
  Sampling most{1, 1};
  for (std::size_t at = fixed; at < frame.size(); at += each) {
    const Sampling sampling{byte_at(frame, at + 1) >> 4, byte_at(frame, at + 1) & 15};
    if (sampling.x < 1 || sampling.x > 4 || sampling.y < 1 || sampling.y > 4) return std::nullopt;
    samplings.push_back(sampling);
    most = {std::max(most.x, sampling.x), std::max(most.y, sampling.y)};
  }
  if (header.width < 1 || header.height < 1) return std::nullopt;
  for (const Sampling& s : samplings)
    header.blocks += static_cast<std::uint64_t>(divide_up(header.width * s.x, 8 * most.x)) *
                     static_cast<std::uint64_t>(divide_up(header.height * s.y, 8 * most.y));
  return header;
}

// Reads a marker and returns its second byte; -1 if there is none. Any number of fill bytes may stand before it.
int take_marker(std::istream& file) {
  constexpr int fill = 0xFF;
  if (file.get() != fill) return -1;
  int byte = fill;
  while (byte == fill) byte = file.get();
  return file ? byte : -1;
}

// A frame's marker, 0 if there is none, and its segment after the length.
struct Frame {
  int marker = 0;
  std::string segment = {};
};

Frame find_frame(std::istream& file) {
  constexpr int max_segments = 4096;
  const std::string start = take(file, 2);
  if (start.size() < 2 || byte_at(start, 0) != 0xFF || byte_at(start, 1) != start_of_image) return {};
  for (int i = 0; i < max_segments; ++i) {
    const int marker = take_marker(file);
    if (!is_frame(marker) && !is_other_segment(marker)) return {};
    const std::string length = take(file, 2);
    if (length.size() < 2 || big_endian(length) < 2) return {};
    const auto rest = static_cast<std::size_t>(big_endian(length)) - 2;
    if (is_frame(marker)) return {marker, take(file, rest)};
    skip(file, rest);
  }
  return {};
}

}  // namespace

std::optional<JpegHeader> parse_jpeg_header(std::istream& file) {
  const Frame frame = find_frame(file);
  return is_huffman_frame(frame.marker) ? parse_frame(frame.segment) : std::nullopt;
}

std::string unusual_process(std::istream& file) {
  const Frame frame = find_frame(file);
  if (frame.marker == 0) return {};
  const int kind = frame.marker & 3;  // 0 baseline, 1 extended, 2 progressive, 3 lossless
  const bool is_hierarchical = (frame.marker & 4) != 0;
  if (kind == 3 || is_hierarchical)
    return fmt::format("SOF type {:#x}, {}{}{}", frame.marker, kind == 3 ? "lossless" : "",
                       kind == 3 && is_hierarchical ? ", " : "", is_hierarchical ? "hierarchical" : "");
  const bool has_height = frame.segment.size() < 3 || big_endian(std::string_view(frame.segment).substr(1, 2)) > 0;
  return has_height ? "" : "its height stands behind its first scan (DNL)";
}

}  // namespace lenslet::io
