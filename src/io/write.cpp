// write_image: checks first, then writes beside the target and renames.
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>

#include <fmt/format.h>

#include "io/formats.hpp"
#include "io/metadata.hpp"
#include "io/target_file.hpp"
#include "io/vips.hpp"

namespace lenslet {
namespace {

namespace fs = std::filesystem;

void check_quality(int quality) {
  if (quality < 1 || quality > 100)
    throw Error(ErrorKind::invalid_argument, fmt::format("a quality of {}; allowed are 1 to 100", quality));
}

bool is_cmyk(const FileImage& image) {
  return image.metadata != nullptr && image.metadata->interpretation == VIPS_INTERPRETATION_CMYK;
}

PixelType written_type(PixelType type) {
  return type == PixelType::f16 ? PixelType::f32 : type;
}

// libvips wants rows without gaps and knows no f16. Empty where the image can be written as it is.
std::optional<Image> prepared(const Image& image) {
  const bool gaps = image.stride() != image.width() * static_cast<std::int64_t>(image.format().bytes());
  if (!gaps && image.format().type != PixelType::f16) return std::nullopt;
  return convert(image, written_type(image.format().type));
}

// Savers move samples to another scale or colour space where the interpretation is not the one they expect.
VipsInterpretation interpretation_for(PixelType type, io::Layout layout) {
  const bool wide = type == PixelType::u16;
  if (layout == io::cmyk) return VIPS_INTERPRETATION_CMYK;
  if (layout == io::two || layout == io::four) return VIPS_INTERPRETATION_MULTIBAND;
  if (layout == io::grey || layout == io::grey_alpha)
    return wide ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W;
  return wide ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB;
}

VipsBandFormat band_format(PixelType type) {
  if (type == PixelType::u8) return VIPS_FORMAT_UCHAR;
  return type == PixelType::u16 ? VIPS_FORMAT_USHORT : VIPS_FORMAT_FLOAT;
}

// The pixels stay where they are.
vips::VImage wrapped(const fs::path& path, const Image& image, io::Layout layout) {
  const PixelFormat format = image.format();
  const auto bytes = static_cast<std::size_t>(image.stride() * image.height());
  VipsImage* result =
      vips_image_new_from_memory(image.data(), bytes, static_cast<int>(image.width()), static_cast<int>(image.height()),
                                 format.channels, band_format(format.type));
  if (result == nullptr) throw io::file_error("write", path, io::last_reason());
  result->Type = interpretation_for(format.type, layout);
  return vips::VImage(result, vips::STEAL);
}

// Deflate finds nothing in the low bits of floats and takes seconds to find it.
void set_tiff(io::Operation& save, const Image& image) {
  constexpr double classic_limit = 4e9;  // bytes, with room for what is not pixels
  const bool is_float = image.format().type == PixelType::f32;
  const double bytes = static_cast<double>(image.stride()) * static_cast<double>(image.height());
  save.set("compression", is_float ? VIPS_FOREIGN_TIFF_COMPRESSION_NONE : VIPS_FOREIGN_TIFF_COMPRESSION_DEFLATE)
      .set("bigtiff", bytes > classic_limit);
}

// On photographs faster than libvips's own choice (level 6, no filter) and a quarter smaller; on derivatives three
// times as fast and a sixth larger.
void set_png(io::Operation& save) {
  save.set("compression", 1).set("filter", VIPS_FOREIGN_PNG_FILTER_UP);
}

void store(const std::string& bytes, const fs::path& target, const fs::path& path) {
  std::ofstream file(target, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) throw io::file_error("write", path, std::strerror(errno));
}

// libvips names the temporary file and seldom the cause, so the system is asked whether it takes one more block.
std::string save_problem(const fs::path& target, const fs::path& path) {
  std::string reason = io::last_reason();
  if (const std::string cause = io::growth_problem(target); !cause.empty()) return cause;
  for (std::size_t at = 0; (at = reason.find(target.string(), at)) != std::string::npos; at += path.string().size())
    reason.replace(at, target.string().size(), path.string());
  return reason;
}

void save_as(const io::Format& format, const vips::VImage& source, const Image& image, const fs::path& target,
             int quality, const fs::path& path) {
  io::Operation save(format.saver);
  save.set("in", source.get_image()).set("filename", target.c_str());
  if (format.coding == io::Coding::lossy) save.set("Q", quality);
  if (format.coding == io::Coding::lossless) save.set("lossless", true);
  if (std::strcmp(format.saver, "tiffsave") == 0) set_tiff(save, image);
  if (std::strcmp(format.saver, "pngsave") == 0) set_png(save);
  if (!save.run()) throw io::file_error("write", path, save_problem(target, path));
  if (save.has("buffer")) store(save.file(), target, path);
}

}  // namespace

void write_image(const fs::path& path, const FileImage& file, const WriteOptions& options) {
  const io::Use use;
  check_quality(options.quality);
  const PixelFormat format = file.image.format();
  const io::Layout layout = io::layout_of(format, is_cmyk(file));
  const io::Format& row = io::format_for(path, {written_type(format.type), layout, file.image.size()});
  const std::optional<Image> copy = prepared(file.image);
  const Image& image = copy ? *copy : file.image;
  vips::VImage source = wrapped(path, image, layout);
  if (file.metadata != nullptr) io::apply_metadata(*file.metadata, image.format(), source);
  io::TargetFile target(path, options.overwrite);
  save_as(row, source, image, target.temporary(), options.quality, path);
  target.rename();
}

bool is_writable(const fs::path& path) {
  const io::Use use;
  return io::find_format(path) != nullptr;
}

std::vector<FileFormat> writable_formats() {
  const io::Use use;
  std::vector<FileFormat> result;
  for (const io::Format* format : io::available_formats())
    for (const std::string_view suffix : format->suffixes)
      result.push_back({std::string(suffix), format->types, (format->layouts & (io::grey_alpha | io::rgba)) != 0});
  return result;
}

}  // namespace lenslet
