// Offers only formats that give back what they were given: all but JPEG, WebP, AVIF, HEIC and GIF (256 colours) to the
// bit. Radiance (rounded, positive only) can be read but not written.
#include "files/formats.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "files/plain_files.hpp"
#include "files/vips.hpp"

namespace lenslet::io {
namespace {

constexpr std::int64_t any_side = VIPS_MAX_COORD;
constexpr unsigned grey_or_rgb = grey | rgb;
constexpr unsigned with_alpha = grey | grey_alpha | rgb | rgba;
constexpr unsigned anything = with_alpha | two | four | cmyk;

const std::vector<Format>& table() {
  using enum SampleType;
  const std::vector<SampleType> types_of_vips{u8, i8, u16, i16, u32, i32, f32, f64};
  static const std::vector<Format> rows{
      {{".png"}, "pngsave", {u8, u16}, with_alpha, any_side},
      {{".jpg", ".jpeg", ".jpe"}, "jpegsave", {u8}, grey_or_rgb | cmyk, 65500, Coding::lossy},
      {{".tif", ".tiff"}, "tiffsave", types_of_vips, anything, any_side},
      {{".webp"}, "webpsave", {u8}, with_alpha, 16383, Coding::lossy},
      {{".gif"}, "gifsave", {u8}, with_alpha, 65535, Coding::palette},
      {{".ppm"}, "ppmsave", {u8, u16}, grey_or_rgb, any_side},
      {{".pgm"}, "ppmsave", {u8, u16}, grey, any_side},
      {{".pbm"}, pbm_saver, {u8}, grey, any_side},
      {{".bmp"}, bmp_saver, {u8}, grey_or_rgb, 32767},  // files of less than 4 GB
      {{".pnm"}, "ppmsave", {u8, u16}, grey_or_rgb, any_side},
      {{".pfm"}, "ppmsave", {f32}, grey_or_rgb, any_side},
      {{".jp2", ".j2k"}, "jp2ksave_buffer", {u8, u16}, with_alpha, any_side},
      {{".jxl"}, "jxlsave", {u8, u16}, with_alpha, any_side},
      {{".avif"}, "heifsave", {u8}, with_alpha, 16384, Coding::lossy},
      {{".heic"}, "heifsave", {u8}, with_alpha, 16384, Coding::lossy},
      {{".fits", ".fit"}, "fitssave", {u8, u16, f32}, grey | two | rgb | four, any_side},
      {{".v", ".vips"}, "vipssave", types_of_vips, anything, any_side},
  };
  return rows;
}

// Tries to encode: libheif may lack the encoder of one of its two formats, and says so only then.
bool encodes(VipsForeignHeifCompression compression) {
  const vips::VImage black = vips::VImage::black(16, 16, vips::VImage::option()->set("bands", 3));
  Operation save("heifsave_buffer");
  const bool works = save.set("in", black.get_image()).set("compression", compression).run();
  if (!works) last_reason();  // drops the reason, so that no later error shows it
  return works;
}

bool is_available(const Format& format) {
  if (is_plain(format.saver)) return true;
  if (vips_type_find("VipsOperation", format.saver) == 0) return false;
  if (std::string_view(format.saver) != "heifsave") return true;
  static const bool avif = encodes(VIPS_FOREIGN_HEIF_COMPRESSION_AV1);
  static const bool heic = encodes(VIPS_FOREIGN_HEIF_COMPRESSION_HEVC);
  return format.suffixes.front() == ".avif" ? avif : heic;
}

std::string lower_suffix(const std::filesystem::path& path) {
  std::string suffix = path.extension().string();
  for (char& c : suffix)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return suffix;
}

bool holds(const Format& format, const Content& content) {
  return std::ranges::find(format.types, content.type) != format.types.end() &&
         (format.layouts & content.layout) != 0 && std::max(content.size.width, content.size.height) <= format.max_side;
}

std::string suffixes_that(const auto& serve) {
  std::vector<std::string_view> names;
  for (const Format* format : available_formats())
    if (serve(*format)) names.push_back(format->suffixes.front());
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string_view words_for(Layout layout) {
  switch (layout) {
    case grey:
      return "grey pixels";
    case grey_alpha:
    case rgba:
      return "alpha";
    case two:
      return "2 channels without alpha";
    case rgb:
      return "colour";
    case four:
      return "4 channels without alpha";
    default:
      return "CMYK";
  }
}

std::string what_is_wrong(const Format& format, const Content& content) {
  if (std::ranges::find(format.types, content.type) == format.types.end())
    return fmt::format("samples of type {}", name_of(content.type));
  if ((format.layouts & content.layout) == 0) return std::string(words_for(content.layout));
  return fmt::format("{} x {} pixels (at most {} a side)", content.size.width, content.size.height, format.max_side);
}

}  // namespace

Layout layout_of(PixelFormat format, bool from_cmyk) {
  switch (format.channels) {
    case 1:
      return grey;
    case 2:
      return format.alpha ? grey_alpha : two;
    case 3:
      return rgb;
    default:
      return format.alpha ? rgba : from_cmyk ? cmyk : four;
  }
}

const Format* find_format(const std::filesystem::path& path) {
  const std::string suffix = lower_suffix(path);
  const auto has_suffix = [&](const Format& f) { return std::ranges::find(f.suffixes, suffix) != f.suffixes.end(); };
  const auto row = std::ranges::find_if(table(), has_suffix);
  return row != table().end() && is_available(*row) ? &*row : nullptr;
}

const Format& format_for(const std::filesystem::path& path, const Content& content) {
  const std::string suffix = lower_suffix(path);
  const Format* row = find_format(path);
  if (row == nullptr)
    throw file_error("write", path,
                     fmt::format("no format is written for the suffix '{}'; allowed are {}", suffix,
                                 suffixes_that([](const Format&) { return true; })),
                     ErrorKind::unsupported);
  if (!holds(*row, content))
    throw file_error("write", path,
                     fmt::format("{} cannot hold {}; use {}", suffix, what_is_wrong(*row, content),
                                 suffixes_that([&](const Format& f) {
                                   return holds(f, content) && f.saver != std::string_view(pbm_saver);
                                 })),
                     ErrorKind::unsupported);
  return *row;
}

std::string note_of_coding(const Format& format, bool alpha) {
  if (format.coding != Coding::palette) return {};
  return fmt::format("GIF has 256 colours a frame at most: the nearest of these are written{}",
                     alpha ? ", and pixels are opaque or not there" : "");
}

std::vector<const Format*> available_formats() {
  std::vector<const Format*> result;
  for (const Format& format : table())
    if (is_available(format)) result.push_back(&format);
  return result;
}

}  // namespace lenslet::io
