// The table of formats that can be written, and the check of an image against it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include <lenslet/image.hpp>

namespace lenslet::io {

// What the channels mean. A format holds a set of these.
enum Layout : unsigned {
  grey = 1,
  grey_alpha = 2,
  two = 4,  // two channels, neither of them alpha
  rgb = 8,
  rgba = 16,
  four = 32,  // four channels, none of them alpha
  cmyk = 64,  // four, of an image that was read as CMYK
};

enum class Coding : std::uint8_t {
  lossless,
  lossy,  // with a quality; no lossless form is offered
};

struct Format {
  std::vector<std::string_view> suffixes;
  const char* saver;  // libvips's name of the operation
  std::vector<PixelType> types;
  unsigned layouts;
  std::int64_t max_side;
  Coding coding = Coding::lossless;
};

// What an image needs of a format.
struct Content {
  PixelType type;  // u8, u16 or f32
  Layout layout;
  Size size;
};

Layout layout_of(PixelFormat format, bool from_cmyk);

// Returns the row of the path's suffix, which may be in capitals. Throws unsupported for a suffix that this build of
// libvips cannot write, and for content that the format cannot hold; the message says what could.
const Format& format_for(const std::filesystem::path& path, const Content& content);

// Returns the row of the path's suffix, or null for one that this build of libvips cannot write.
const Format* find_format(const std::filesystem::path& path);

// Lists the rows that this build of libvips can write.
std::vector<const Format*> available_formats();

}  // namespace lenslet::io
