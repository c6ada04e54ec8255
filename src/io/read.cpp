// read_image: the first page of a file, upright, in the nearest type of ours that loses nothing.
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "io/metadata.hpp"
#include "io/orientation.hpp"
#include "io/vips.hpp"

namespace lenslet {
namespace {

namespace fs = std::filesystem;
using io::file_error;

void check_file(const fs::path& path) {
  std::error_code code;
  const fs::file_status status = fs::status(path, code);
  if (!fs::exists(status)) throw file_error("read", path, code ? code.message() : "no such file");
  if (fs::is_directory(status)) throw file_error("read", path, "it is a directory");
  if (::access(path.c_str(), R_OK) != 0) throw file_error("read", path, std::strerror(errno));
  if (fs::is_regular_file(status) && fs::file_size(path, code) == 0 && !code)
    throw file_error("read", path, "the file is empty");
}

const char* find_loader(const fs::path& path) {
  const char* loader = vips_foreign_find_load(path.c_str());
  if (loader == nullptr) throw file_error("read", path, "not an image in a format known here");
  return loader;
}

constexpr const char* allowed_types = "allowed are integers of 8 and 16 bits and float";

constexpr std::string_view damaged = "the file is truncated or damaged";

// libvips refuses TIFF files with samples of 64 bits before it says what their type is.
Error open_error(const fs::path& path) {
  const std::string reason = io::last_reason(damaged);
  if (reason.find("samples out of range") == std::string::npos) return file_error("read", path, reason);
  return file_error("read", path, fmt::format("its samples are of a type that is not supported; {}", allowed_types),
                    ErrorKind::unsupported);
}

// Opens the file; its pixels are decoded when they are asked for, from top to bottom. By one thread: decoders use one
// anyway, and with more the last strip of a truncated JPEG now and then failed without an error.
vips::VImage open(const fs::path& path, const char* loader, VipsFailOn fail_on) {
  io::Operation load(loader);
  load.set("filename", path.c_str()).set("access", VIPS_ACCESS_SEQUENTIAL).set("fail-on", fail_on);
  if (!load.run()) throw open_error(path);
  vips::VImage image = load.out();
  image.set(VIPS_META_CONCURRENCY, 1);
  return image;
}

// Radiance and LabQ files pack several numbers into one; unpacked, they are ordinary samples.
vips::VImage unpacked(const fs::path& path, const vips::VImage& image) {
  VipsImage* out = nullptr;
  if (vips_image_decode(image.get_image(), &out) != 0) throw file_error("read", path, io::last_reason());
  return vips::VImage(out, vips::STEAL);
}

PixelType type_of(const fs::path& path, VipsBandFormat format) {
  switch (format) {
    case VIPS_FORMAT_UCHAR:
      return PixelType::u8;
    case VIPS_FORMAT_USHORT:
      return PixelType::u16;
    case VIPS_FORMAT_CHAR:
    case VIPS_FORMAT_SHORT:
    case VIPS_FORMAT_FLOAT:
      return PixelType::f32;
    default:
      throw file_error(
          "read", path,
          fmt::format("its samples are of type {}; {}", vips_enum_nick(VIPS_TYPE_BAND_FORMAT, format), allowed_types),
          ErrorKind::unsupported);
  }
}

PixelFormat format_of(const fs::path& path, const vips::VImage& image) {
  if (image.bands() > max_channels)
    throw file_error("read", path, fmt::format("it has {} channels; allowed are 1 to {}", image.bands(), max_channels),
                     ErrorKind::unsupported);
  const bool may_be = image.bands() % 2 == 0 && image.interpretation() != VIPS_INTERPRETATION_MULTIBAND;
  return {type_of(path, image.format()), image.bands(), may_be && image.has_alpha()};
}

// Linux grants more memory than there is and then ends the process, so a size that cannot fit is refused here.
Image allocate(const fs::path& path, Size size, PixelFormat format) {
  const double bytes =
      static_cast<double>(size.width) * static_cast<double>(size.height) * static_cast<double>(format.bytes());
  const double memory = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  if (bytes > memory)
    throw file_error("read", path,
                     fmt::format("its {} x {} pixels take {:.1f} GB; this machine has {:.1f} GB", size.width,
                                 size.height, bytes / 1e9, memory / 1e9));
  return Image(size, format);
}

int store_rows(VipsRegion* region, VipsRect* area, void* target) {
  Image& image = *static_cast<Image*>(target);
  const std::size_t bytes = static_cast<std::size_t>(area->width) * image.format().bytes();
  for (int y = area->top; y < area->top + area->height; ++y)
    std::memcpy(image.row(y), VIPS_REGION_ADDR(region, area->left, y), bytes);
  return 0;
}

Image decode(const fs::path& path, const vips::VImage& source, PixelFormat format) {
  Image image = allocate(path, {source.width(), source.height()}, format);
  if (vips_sink_disc(source.get_image(), store_rows, &image) != 0)
    throw file_error("read", path, io::last_reason(damaged));
  return image;
}

vips::VImage with_type(const fs::path& path, const vips::VImage& image, PixelType type) {
  if (type != PixelType::f32 || image.format() == VIPS_FORMAT_FLOAT) return image;
  io::Operation cast("cast");
  cast.set("in", image.get_image()).set("format", VIPS_FORMAT_FLOAT);
  if (!cast.run()) throw file_error("read", path, io::last_reason());
  return cast.out();
}

Image turned_upright(const fs::path& path, Image stored, int orientation) {
  if (orientation == 1) return stored;
  Image upright = allocate(path, io::upright_size(stored.size(), orientation), stored.format());
  io::turn_upright(stored, orientation, upright);
  return upright;
}

std::vector<std::string> notes_on(const vips::VImage& image, PixelType type) {
  std::vector<std::string> notes;
  if (const int pages = io::pages_of(image); pages > 1) notes.push_back(fmt::format("the first of {} pages", pages));
  if (type == PixelType::f32 && image.format() != VIPS_FORMAT_FLOAT)
    notes.push_back(
        fmt::format("samples of type {} are held as f32", vips_enum_nick(VIPS_TYPE_BAND_FORMAT, image.format())));
  return notes;
}

FileImage read(const fs::path& path, const char* loader, VipsFailOn fail_on) {
  const vips::VImage image = unpacked(path, open(path, loader, fail_on));
  const PixelFormat format = format_of(path, image);
  Image stored = decode(path, with_type(path, image, format.type), format);
  return {turned_upright(path, std::move(stored), io::orientation_of(image)), io::gather_metadata(image, format),
          notes_on(image, format.type)};
}

// Cameras cause these two warnings of the JPEG library; no pixel suffers.
bool is_harmless(std::string_view reason) {
  return reason.find("extraneous bytes") != std::string_view::npos ||
         reason.find("Invalid SOS parameters") != std::string_view::npos;
}

// The JPEG library only warns where data are missing, so its other warnings are errors.
FileImage read_jpeg(const fs::path& path, const char* loader) {
  try {
    return read(path, loader, VIPS_FAIL_ON_WARNING);
  } catch (const Error& error) {
    if (!is_harmless(error.what())) throw;
    FileImage file = read(path, loader, VIPS_FAIL_ON_ERROR);
    file.notes.emplace_back("the JPEG file breaks the format's rules where no pixel suffers");
    return file;
  }
}

}  // namespace

FileImage read_image(const fs::path& path) {
  const io::Use use;
  check_file(path);
  const char* loader = find_loader(path);
  const bool is_jpeg = std::strcmp(loader, "VipsForeignLoadJpegFile") == 0;
  return is_jpeg ? read_jpeg(path, loader) : read(path, loader, VIPS_FAIL_ON_ERROR);
}

}  // namespace lenslet
