// Passes only absolute paths to libvips: its libraries give names that begin with '~' or '-' another meaning.
#include "files/open.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>

#include <fmt/format.h>

#include "files/bmp_file.hpp"
#include "files/bmp_header.hpp"
#include "files/bounds.hpp"
#include "files/bytes.hpp"
#include "files/jpeg_header.hpp"
#include "files/metadata.hpp"
#include "files/need.hpp"
#include "files/orientation.hpp"
#include "files/tiff_rows.hpp"
#include "files/vips.hpp"

namespace lenslet::io {
namespace {

// The loaders in the order in which libvips asks them, by priority. Each reads only its one file and runs nothing. The
// loader for .v, which we write ourselves, reads a header of 64 bytes whose fields libvips checks, bare samples, and
// XML that expat parses without external entities.
constexpr const char* safe_loaders[] = {"vipsload", "webpload", "pngload",  "ppmload", "gifload", "jpegload",
                                        "tiffload", "heifload", "jp2kload", "jxlload", "radload"};

// Tells whether a file begins like a TIFF. libvips asks for more: its loader must find the first directory, which often
// stands at the end.
bool begins_tiff(const std::filesystem::path& path) {
  char bytes[4] = {};
  std::ifstream(path, std::ios::binary).read(bytes, sizeof bytes);
  const std::string_view first(bytes, sizeof bytes);
  using namespace std::string_view_literals;
  return first == "II*\0"sv || first == "MM\0*"sv || first == "II+\0"sv || first == "MM\0+"sv;
}

bool is_bmp(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return begins_bmp(take(file, 2));
}

// Returns libvips's name of the operation that loads the file. Without `unsafe` only loaders of our list are asked;
// with it all are, in libvips's order. `path` is absolute, `name` is the user's. Throws Error, "cannot read 'PATH':
// ...".
const char* find_loader(const std::filesystem::path& path, const std::filesystem::path& name, bool unsafe) {
  if (unsafe) {
    if (is_bmp(path)) return bmp_loader;
    if (const char* loader = vips_foreign_find_load(path.c_str())) return vips_nickname_find(g_type_from_name(loader));
    throw file_error("read", name, "not an image in a format known here");
  }
  for (const char* loader : safe_loaders)
    if (vips_foreign_is_a(loader, path.c_str())) return loader;
  if (is_bmp(path)) return bmp_loader;
  if (const std::string problem = opening_problem(path); !problem.empty()) throw file_error("read", name, problem);
  if (begins_tiff(path)) throw file_error("read", name, damaged);
  throw file_error(
      "read", name,
      "not an image in a format that is read safely: PNG, JPEG, TIFF, WebP, GIF, PNM, BMP, HEIF, JPEG XL, JPEG "
      "2000, Radiance; any other needs --unsafe-loaders (ReadOptions::unsafe_loaders)");
}

namespace fs = std::filesystem;

constexpr const char* allowed_types = "allowed are integers of 8, 16 and 32 bits, float and double";

// The file may have gone meanwhile. For files that it does not read, libvips's own words are used.
Error open_error(const fs::path& path, std::string_view loader) {
  const std::string reason = last_reason(damaged), problem = opening_problem(path);
  if (!problem.empty()) return file_error("read", path, problem);
  if (loader != "jpegload") return file_error("read", path, reason);
  std::ifstream file(path, std::ios::binary);
  const std::string process = unusual_process(file);
  if (process.empty()) return file_error("read", path, reason);
  return file_error(
      "read", path,
      fmt::format("its JPEG process is not read: {}; allowed are baseline, extended and progressive ones", process),
      ErrorKind::unsupported);
}

// Opens the file for one thread: decoders use no more anyway. Of JPEG files libvips reads only the header.
vips::VImage open(const fs::path& path, const fs::path& absolute, std::string_view loader, const TiffPlace& place = {},
                  Frames frames = Frames::one) {
  if (loader == bmp_loader || loader == "jp2kload") check_page(path, place.page, 1);  // its pages are resolutions
  if (loader == bmp_loader) return open_bmp(path);
  Operation load(loader.data());
  load.set("filename", absolute.c_str())
      .set("access", VIPS_ACCESS_SEQUENTIAL)
      .set("fail-on", loader == "jpegload" ? VIPS_FAIL_ON_NONE : VIPS_FAIL_ON_ERROR);
  if (place.page > 0 && !load.has("page")) check_page(path, place.page, 1);
  if (!(place == TiffPlace())) load.set("page", place.page).set("subifd", place.below);
  if (frames == Frames::all) load.set("n", -1);
  if (!load.run()) {
    if (frames == Frames::all && opening_problem(path).empty())
      throw file_error("read", path, last_reason(damaged) + "; --page N takes one of its pages (StackOptions::pages)");
    throw open_error(path, loader);
  }
  vips::VImage image = load.out();
  image.set(VIPS_META_CONCURRENCY, 1);
  if (loader == "vipsload") remove_exif_fields(image);
  return image;
}

// Radiance and LabQ files pack several numbers into one. Here they become ordinary samples.
vips::VImage unpacked(const fs::path& path, const vips::VImage& image) {
  VipsImage* out = nullptr;
  if (vips_image_decode(image.get_image(), &out) != 0) throw file_error("read", path, last_reason());
  return vips::VImage(out, vips::STEAL);
}

// CIELAB's samples are fractions, which libvips holds as integers where the file has 8 or 16 bits of them.
SampleType type_of(const fs::path& path, const vips::VImage& image) {
  if (image.interpretation() == VIPS_INTERPRETATION_LABS) return SampleType::f32;
  switch (image.format()) {
    case VIPS_FORMAT_UCHAR:
      return SampleType::u8;
    case VIPS_FORMAT_CHAR:
      return SampleType::i8;
    case VIPS_FORMAT_USHORT:
      return SampleType::u16;
    case VIPS_FORMAT_SHORT:
      return SampleType::i16;
    case VIPS_FORMAT_UINT:
      return SampleType::u32;
    case VIPS_FORMAT_INT:
      return SampleType::i32;
    case VIPS_FORMAT_FLOAT:
      return SampleType::f32;
    case VIPS_FORMAT_DOUBLE:
      return SampleType::f64;
    default:
      throw file_error("read", path,
                       fmt::format("its samples are of type {}; {}",
                                   vips_enum_nick(VIPS_TYPE_BAND_FORMAT, image.format()), allowed_types),
                       ErrorKind::unsupported);
  }
}

// libvips decides about alpha in a TIFF only by the number of channels.
PixelFormat format_of(const fs::path& path, const vips::VImage& image, const std::optional<TiffFacts>& tiff) {
  if (image.bands() > max_channels)
    throw file_error("read", path, fmt::format("it has {} channels; allowed are 1 to {}", image.bands(), max_channels),
                     ErrorKind::unsupported);
  if (tiff && tiff->channels == image.bands())
    return {type_of(path, image), image.bands(), tiff->alpha != TiffAlpha::none};
  const bool may_be = image.bands() % 2 == 0 && image.interpretation() != VIPS_INTERPRETATION_MULTIBAND;
  return {type_of(path, image), image.bands(), may_be && image.has_alpha()};
}

// libtiff reads files that libvips reads wrongly or not at all, and takes a row of tiles at once.
vips::VImage open_tiff(const fs::path& path, const fs::path& absolute, const TiffFacts& tiff,
                       const ReadOptions& options, Frames frames) {
  const Size size{tiff.width, tiff.height};
  if (size.width == 0 || size.height == 0) throw file_error("read", path, damaged);
  check_pixels(path, size, options);
  if (tiff.channels > max_channels)
    throw file_error("read", path, fmt::format("it has {} channels; allowed are 1 to {}", tiff.channels, max_channels),
                     ErrorKind::unsupported);
  if (frames == Frames::all) return open(path, absolute, "tiffload", {}, frames);
  if (!is_read_by_libtiff(tiff)) return open(path, absolute, "tiffload", tiff.picture.place);
  check_memory(path, size, held_by_libtiff(path, tiff), options);
  return open_by_libtiff(path, tiff);
}

void find_facts(const fs::path& path, std::string_view loader, std::optional<int> page, OpenImage& file) {
  if (loader == "tiffload") file.tiff = read_tiff_facts(path, page);
  if (loader == "pngload") file.png = read_png_colours(path);
  if (loader == "ppmload") file.pnm = read_pnm_header(path);
}

int pages_in(const OpenImage& file, const vips::VImage& stored) {
  if (file.loader == "jp2kload") return 1;  // libvips counts resolutions as pages
  return std::max(pages_of(stored), file.png.frames);
}

std::shared_ptr<JpegRows> open_jpeg(const fs::path& path, const vips::VImage& header) {
  auto rows = std::make_shared<JpegRows>(path);
  rows->check({header.width(), header.height()}, header.bands());
  return rows;
}

}  // namespace

OpenImage open_image(const fs::path& path, const ReadOptions& options, Wanted wanted, Frames frames) {
  check_bounds(path, options);
  if (options.page && *options.page < 0) check_page(path, *options.page, 1);
  std::error_code code;
  const fs::path absolute = fs::absolute(path, code);
  if (code) throw file_error("read", path, code.message());
  const char* loader = find_loader(absolute, path, options.unsafe_loaders);
  if (wanted == Wanted::pixels && std::string_view(loader) == "ppmload") check_numbers(path);
  OpenImage result{path, loader, {}, {}};
  result.is_chosen = options.page || frames == Frames::all;
  find_facts(path, loader, options.page, result);
  const vips::VImage stored = result.tiff ? open_tiff(path, absolute, *result.tiff, options, frames)
                                          : open(path, absolute, loader, {options.page.value_or(0)}, frames);
  check_pixels(path, {stored.width(), page_height(stored)}, options);
  result.image = unpacked(path, stored);
  result.coding = stored.get_image()->Coding;
  result.orientation = result.pnm && result.pnm->is_float() ? upside_down : orientation_of(stored);
  ImageHeader& header = result.header;
  header.size = upright_size({stored.width(), stored.height()}, result.orientation);
  header.format = format_of(path, result.image, result.tiff);
  header.pages = pages_in(result, stored);
  header.file_format = result.loader.substr(0, result.loader.find("load"));
  if (result.tiff && result.tiff->keeps_values()) header.nodata = result.tiff->nodata();
  header.memory_bytes = reading_bytes(result);
  check_memory(path, header.size, header.memory_bytes, options);
  if (wanted == Wanted::pixels && result.loader == "jpegload") result.jpeg = open_jpeg(path, result.image);
  return result;
}

}  // namespace lenslet::io
