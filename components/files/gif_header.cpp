// The blocks are those of the GIF 89a specification, sections 18 to 26.
#include "files/gif_header.hpp"

#include <lenslet/error.hpp>

#include "files/bytes.hpp"

namespace lenslet::io {
namespace {

unsigned byte_of(std::istream& file) {
  const int byte = file.get();
  if (byte == std::istream::traits_type::eof())
    throw Error(ErrorKind::io, "the file is truncated: it ends before the end of its first picture");
  return static_cast<unsigned>(byte);
}

// Skips a table, whose size stands in the lowest bits of a byte of flags, which say whether it is there.
void skip_colours(std::istream& file, unsigned flags) {
  constexpr unsigned present = 0x80, size = 7;
  if ((flags & present) != 0) skip(file, std::uint64_t{3} << ((flags & size) + 1));
}

// Skips blocks of up to 255 bytes, each after its length, until one of none.
void skip_blocks(std::istream& file) {
  for (unsigned length = byte_of(file); length != 0; length = byte_of(file)) skip(file, length);
}

void skip_picture(std::istream& file) {
  constexpr std::uint64_t place_and_size = 8;
  skip(file, place_and_size);
  skip_colours(file, byte_of(file));
  byte_of(file);  // the bits of an LZW code
  skip_blocks(file);
}

}  // namespace

bool begins_gif(std::string_view first_bytes) {
  return first_bytes.starts_with("GIF87a") || first_bytes.starts_with("GIF89a");
}

void check_gif(std::istream& file) {
  constexpr unsigned extension = 0x21, picture = 0x2C;
  constexpr std::uint64_t signature_and_size = 10, background_and_aspect = 2;
  skip(file, signature_and_size);
  const unsigned flags = byte_of(file);
  skip(file, background_and_aspect);
  skip_colours(file, flags);
  unsigned kind = byte_of(file);
  for (; kind == extension; kind = byte_of(file)) {
    byte_of(file);  // says which extension it is
    skip_blocks(file);
  }
  if (kind == picture) skip_picture(file);  // libvips refuses what is none
}

}  // namespace lenslet::io
