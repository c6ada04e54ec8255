// Finds the size of a JPEG file, and whether a file can hold so many pixels.
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

  // The fewest bytes of a whole file: a block has at least one Huffman code, for its mean, and a code has at least a
  // bit.
  std::uint64_t min_bytes() const { return blocks / 8; }
};

// Walks over the segments from the file's start. Returns nothing for files that are no JPEG, for arithmetic coding,
// where a block may take less than a bit, and for headers that the JPEG library refuses or mends.
std::optional<JpegHeader> parse_jpeg_header(std::istream& file);

// Names processes of whole files that the JPEG library may not decode: lossless and hierarchical ones (T.81 table B.1),
// and a height that follows later. Empty otherwise.
std::string unusual_process(std::istream& file);

}  // namespace lenslet::io
