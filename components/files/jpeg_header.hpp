// Finds the size of a JPEG file, and whether a file can hold that many pixels.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <string>

namespace lenslet::io {

struct JpegHeader {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::uint64_t blocks = 0;  // of 8 x 8 samples, in all components

  // The fewest bytes that a whole file has: a block has at least one Huffman code, for its mean, and a code a bit.
  std::uint64_t min_bytes() const { return blocks / 8; }
};

// Walks over the segments from the file's beginning. Returns nothing for what is no JPEG file, for arithmetic coding,
// where a block may take less than a bit, and for headers that the JPEG library refuses or mends.
std::optional<JpegHeader> parse_jpeg_header(std::istream& file);

// Names what the JPEG library may not decode, though it is whole: lossless and hierarchical processes (T.81 table B.1),
// a height that follows later. Empty for all else.
std::string unusual_process(std::istream& file);

}  // namespace lenslet::io
