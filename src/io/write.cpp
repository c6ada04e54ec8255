// write_image: checks first, then writes beside the target and renames.
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "io/formats.hpp"
#include "io/metadata.hpp"
#include "io/need.hpp"
#include "io/orientation.hpp"
#include "io/png_metadata.hpp"
#include "io/vips.hpp"
#include "system/target_file.hpp"
#include "system/temporary_folder.hpp"

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

// Turns a PFM file's rows, of which the lowest is the first: libvips writes rows in the order in which it gets them.
Image upside_down(const Image& image) {
  Image turned(image.size(), {PixelType::f32, image.format().channels});
  const bool is_f32 = image.format().type == PixelType::f32;
  io::turn_upright(is_f32 ? image : convert(image, PixelType::f32), io::upside_down, turned);
  return turned;
}

bool is_pfm(const io::Format& format, PixelType type) {
  return std::string_view(format.saver) == "ppmsave" && type == PixelType::f32;
}

// Copies the image where libvips needs another: it wants rows without gaps and knows no f16. Returns nothing where the
// image can be written as it is.
std::optional<Image> prepared(const Image& image, const io::Format& row) {
  if (is_pfm(row, written_type(image.format().type))) return upside_down(image);
  const bool gaps = image.stride() != image.width() * static_cast<std::int64_t>(image.format().bytes());
  if (!gaps && image.format().type != PixelType::f16) return std::nullopt;
  return convert(image, written_type(image.format().type));
}

// Returns the interpretation that the saver expects: with another one it moves samples to another scale or colour
// space.
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

// Wraps the image for libvips; the pixels stay where they are.
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

// Compresses integers alone: Deflate finds nothing in the low bits of floats and takes seconds to find it.
void set_tiff(io::Operation& save, const Image& image) {
  constexpr double classic_limit = 4e9;  // bytes, with room for what is not pixels
  const bool is_float = image.format().type == PixelType::f32;
  const double bytes = static_cast<double>(image.stride()) * static_cast<double>(image.height());
  save.set("compression", is_float ? VIPS_FOREIGN_TIFF_COMPRESSION_NONE : VIPS_FOREIGN_TIFF_COMPRESSION_DEFLATE)
      .set("bigtiff", bytes > classic_limit);
}

// Level 1 and the filter `up` are on photographs faster than libvips's own choice (level 6, no filter) and a quarter
// smaller; on derivatives three times as fast and a sixth larger.
void set_png(io::Operation& save) {
  save.set("compression", 1).set("filter", VIPS_FOREIGN_PNG_FILTER_UP);
}

// Returns why the file cannot grow, as on a full disk; nothing where it can. The file is of no use afterwards.
std::string growth_problem(const fs::path& path) {
  const std::string block(std::size_t{1} << 16, '\0');
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file < 0) return {};
  ssize_t count = 1;
  for (std::size_t done = 0; count > 0 && done < block.size(); done += static_cast<std::size_t>(count))
    count = ::write(file, block.data() + done, block.size() - done);
  const std::error_code code(errno, std::generic_category());
  ::close(file);
  return count < 0 ? code.message() : "";
}

// Returns the cause of a failure: libvips names the temporary file and seldom the cause, so the system is asked whether
// it takes one more block.
std::string save_problem(const fs::path& saved, const fs::path& path) {
  std::string reason = io::last_reason();
  if (const std::string cause = growth_problem(saved); !cause.empty()) return cause;
  for (std::size_t at = 0; (at = reason.find(saved.string(), at)) != std::string::npos; at += path.string().size())
    reason.replace(at, saved.string().size(), path.string());
  return reason;
}

struct Picture {
  const io::Format& format;
  const vips::VImage& source;
  const Image& image;
  int quality;
};

// Saves into a file that is there, or, for savers that only have a form in memory, returns the bytes.
std::string save_as(const Picture& picture, const fs::path& saved, const fs::path& path) {
  const std::string_view saver = picture.format.saver;
  io::Operation save(picture.format.saver);
  save.set("in", picture.source.get_image()).set("filename", saved.c_str());
  if (picture.format.coding == io::Coding::lossy) save.set("Q", picture.quality);
  if (picture.format.coding == io::Coding::lossless) save.set("lossless", true);
  if (saver == "tiffsave") set_tiff(save, picture.image);
  if (saver == "pngsave") set_png(save);
  if (saver == "ppmsave") save.set("strip", true);  // leaves out the date's comment, which some readers do not skip
  if (!save.run()) throw io::file_error("write", path, save_problem(saved, path));
  if (saver == "pngsave") io::remove_second_exif(saved);
  return save.has("buffer") ? save.file() : std::string();
}

// Saves through a folder of this user alone, from which the bytes are taken: the FITS library makes its file anew, with
// permissions of its own, and takes brackets in a folder's name for an expression.
void save_apart(const Picture& picture, system::TargetFile& target, const fs::path& path) {
  const system::TemporaryFolder folder({"image.fits"});
  const fs::path saved = folder.path() / "image.fits";
  save_as(picture, saved, path);
  std::ifstream file(saved, std::ios::binary);
  std::string block(std::size_t{1} << 20, '\0');
  do {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    target.write(std::string_view(block).substr(0, static_cast<std::size_t>(file.gcount())));
  } while (file);
  if (file.bad()) throw io::file_error("write", path, std::strerror(errno));
}

}  // namespace

namespace {

void write(const fs::path& path, const FileImage& file, const WriteOptions& options) {
  check_quality(options.quality);
  const PixelFormat format = file.image.format();
  const io::Layout layout = io::layout_of(format, is_cmyk(file));
  const io::Format& row = io::format_for(path, {written_type(format.type), layout, file.image.size()});
  const std::optional<Image> copy = prepared(file.image, row);
  const Image& image = copy ? *copy : file.image;
  vips::VImage source = wrapped(path, image, layout);
  if (file.metadata != nullptr) io::apply_metadata(*file.metadata, image.format(), file.turned, source);
  // Encoders use one thread anyway: more of them would only hand over rows, for each of several images at a time. A
  // file of libvips's own would keep the number.
  if (std::string_view(row.saver) != "vipssave") source.set(VIPS_META_CONCURRENCY, 1);
  const Picture picture{row, source, image, options.quality};
  system::TargetFile target(path, {options.overwrite, options.sync});
  if (std::string_view(row.saver) == "fitssave")
    save_apart(picture, target, path);
  else
    target.write(save_as(picture, target.temporary(), path));
  target.commit();
}

}  // namespace

void write_image(const fs::path& path, const FileImage& file, const WriteOptions& options) {
  io::with_own_reasons([&] { write(path, file, options); });
}

std::uint64_t write_image_bytes(const fs::path& path, Size size, PixelFormat format) {
  const io::Use use;
  const io::Format* row = io::find_format(path);
  if (row == nullptr) return 0;
  const std::uint64_t bytes = io::writing_bytes(row->saver, size, format);
  if (!is_pfm(*row, written_type(format.type))) return bytes;
  const auto samples = static_cast<std::uint64_t>(size.width) * static_cast<std::uint64_t>(size.height) *
                       static_cast<std::uint64_t>(format.channels);
  // Turned, a copy of that for libvips, and made f32 first.
  return bytes + samples * sizeof(float) * (format.type == PixelType::f32 ? 1 : 2);
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
