// The table of formats that can be written, and the check of an image against it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/image.hpp>

namespace lenslet::io {

// The meaning of the channels. A format allows a set of these.
enum Layout : unsigned {
  grey = 1,
  grey_alpha = 2,
  two = 4,  // two channels without alpha
  rgb = 8,
  rgba = 16,
  four = 32,  // four channels without alpha
  cmyk = 64,  // four, from an image that was read as CMYK
};

enum class Coding : std::uint8_t {
  lossless,
  lossy,    // with a quality; a lossless form is not offered
  palette,  // of 256 colours at most
};

struct Format {
  std::vector<std::string_view> suffixes;
  const char* saver;  // libvips's name of the operation
  std::vector<SampleType> types;
  unsigned layouts;
  std::int64_t max_side;
  Coding coding = Coding::lossless;
};

// An image's demands on a format.
struct Content {
  SampleType type;
  Layout layout;
  Size size;
};

Layout layout_of(PixelFormat format, bool from_cmyk);

// Returns the row for the path's suffix, in any case of letters. Throws unsupported for a suffix that this build of
// libvips cannot write, and for content that the format cannot hold. The message says what could hold it.
const Format& format_for(const std::filesystem::path& path, const Content& content);

// Returns the row for the path's suffix; null if this build of libvips cannot write it.
const Format* find_format(const std::filesystem::path& path);

// Says what of the samples the format does not keep though it can hold them; empty for most.
std::string note_of_coding(const Format& format, bool alpha);

// Lists the rows that this build of libvips can write.
std::vector<const Format*> available_formats();

}  // namespace lenslet::io
