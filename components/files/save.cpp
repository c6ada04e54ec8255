// Tells libvips how to save each format, and finds the reason of a failure.
#include "files/save.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <string>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "files/plain_files.hpp"
#include "files/png_metadata.hpp"
#include "files/tiff_channels.hpp"
#include "system/target_file.hpp"
#include "system/temporary_folder.hpp"

namespace lenslet::io {
namespace {

namespace fs = std::filesystem;

constexpr const char *half_sampling = "4:2:0", *whole_sampling = "4:4:4";

// Compresses only integers: Deflate finds nothing in the low bits of floats, and takes seconds for it.
void set_tiff(Operation& save, const Picture& picture) {
  constexpr double classic_limit = 4e9;  // bytes, with room for everything but pixels
  const vips::VImage& image = picture.source;
  const bool is_float = vips_band_format_isfloat(image.format()) != 0;
  const double bytes = static_cast<double>(VIPS_IMAGE_SIZEOF_LINE(image.get_image())) * image.height();
  save.set("compression", is_float ? VIPS_FOREIGN_TIFF_COMPRESSION_NONE : VIPS_FOREIGN_TIFF_COMPRESSION_DEFLATE)
      .set("bigtiff", bytes > classic_limit);
}

void set_jpeg(Operation& save, const fs::path& path, bool half_colours, const WriteOptions& options) {
  const std::string sampling = jpeg_sampling(half_colours, options);
  if (sampling != half_sampling && sampling != whole_sampling)
    throw file_error("write", path,
                     fmt::format("libvips writes no JPEG with the sampling '{}'; it writes {} and {}", sampling,
                                 whole_sampling, half_sampling),
                     ErrorKind::unsupported);
  if (options.restart > 0 && !save.has("restart-interval"))
    throw file_error("write", path, "this libvips writes no restart markers", ErrorKind::unsupported);
  save.set("subsample-mode", sampling == half_sampling ? VIPS_FOREIGN_SUBSAMPLE_ON : VIPS_FOREIGN_SUBSAMPLE_OFF)
      .set("optimize-coding", options.optimize)
      .set("restart-interval", options.restart);
}

// Level 1 and the filter `up` are faster on photographs than libvips's own choice (level 6, no filter), with files a
// quarter smaller. On derivatives they are three times as fast, with files a sixth larger.
void set_png(Operation& save) {
  save.set("compression", 1).set("filter", VIPS_FOREIGN_PNG_FILTER_UP);
}

// Returns why the file cannot grow, as on a full disk; nothing if it can. The file is useless afterwards.
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

// Returns the cause of a failure. libvips names the temporary file and seldom the cause, so this tries whether the file
// can take one more block.
std::string save_problem(const fs::path& saved, const fs::path& path) {
  std::string reason = last_reason();
  if (const std::string cause = growth_problem(saved); !cause.empty()) return cause;
  for (std::size_t at = 0; (at = reason.find(saved.string(), at)) != std::string::npos; at += path.string().size())
    reason.replace(at, saved.string().size(), path.string());
  return reason;
}

// libvips calls all channels beyond the colours alpha, and knows no tags of GeoTIFF, nor units of other lengths.
void amend_tiff(const fs::path& saved, const fs::path& path, const Picture& picture) {
  const int channels = picture.source.bands();
  const bool alpha = picture.layout == grey_alpha || picture.layout == rgba;
  const TiffChannels meaning = channels_of(channels, alpha, picture.layout == cmyk, picture.beside.is_bands);
  std::optional<PlainResolution> resolution;
  if (has_other_unit(picture.source)) resolution = plain_resolution(picture.source.xres(), picture.source.yres());
  if (picture.beside.geo || picture.layout == two || picture.layout == four || picture.beside.is_bands || resolution)
    amend_tiff_file(saved, path, meaning, picture.beside.geo, resolution);
}

// Saves into an existing file, or returns the bytes of savers that only work in memory.
std::string save_as(const Picture& picture, const fs::path& saved, const fs::path& path, const WriteOptions& options) {
  const std::string_view saver = picture.format.saver;
  Operation save(picture.format.saver);
  save.set("in", picture.source.get_image()).set("filename", saved.c_str());
  if (picture.format.coding == Coding::lossy) save.set("Q", options.quality);
  if (picture.format.coding == Coding::lossless) save.set("lossless", true);
  if (saver == "jpegsave") set_jpeg(save, path, picture.half_colours, options);
  if (saver == "tiffsave") set_tiff(save, picture);
  if (saver == "pngsave") set_png(save);
  if (saver == "ppmsave") save.set("strip", true);  // leaves out the date's comment, which some readers do not skip
  if (!save.run()) throw file_error("write", path, save_problem(saved, path));
  if (saver == "pngsave") remove_second_exif(saved, path);
  if (saver == "pngsave") insert_png_colours(saved, path, picture.beside.png);
  if (saver == "tiffsave") amend_tiff(saved, path, picture);
  return save.has("buffer") ? save.file() : std::string();
}

// Saves through a private folder of this user, from which it takes the bytes. The FITS library makes its file anew,
// with its own permissions, and takes brackets in a folder's name for an expression.
void save_apart(const Picture& picture, system::TargetFile& target, const fs::path& path, const WriteOptions& options) {
  const system::TemporaryFolder folder({"image.fits"});
  const fs::path saved = folder.path() / "image.fits";
  save_as(picture, saved, path, options);
  std::ifstream file(saved, std::ios::binary);
  std::string block(std::size_t{1} << 20, '\0');
  do {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    target.write(std::string_view(block).substr(0, static_cast<std::size_t>(file.gcount())));
  } while (file);
  if (file.bad()) throw file_error("write", path, std::strerror(errno));
}

}  // namespace

void check_options(const WriteOptions& options) {
  if (options.quality < 1 || options.quality > 100)
    throw Error(ErrorKind::invalid_argument, fmt::format("a quality of {}; allowed are 1 to 100", options.quality));
  if (options.restart < 0 || options.restart > 65535)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("a restart interval of {}; allowed are 0 to 65535", options.restart));
}

// Colours of half the resolution take two thirds of the time. Above the usual quality colours have the whole
// resolution.
std::string jpeg_sampling(bool half_colours, const WriteOptions& options) {
  const int usual = WriteOptions().quality;
  if (!options.sampling.empty()) return options.sampling;
  return options.quality < usual || (half_colours && options.quality == usual) ? half_sampling : whole_sampling;
}

VipsInterpretation interpretation_for(SampleType type, io::Layout layout) {
  const bool wide = type == SampleType::u16;
  if (layout == io::grey && size_of(type) == 4 && is_integer(type)) return VIPS_INTERPRETATION_MULTIBAND;
  if (layout == io::cmyk) return VIPS_INTERPRETATION_CMYK;
  if (layout == io::two || layout == io::four) return VIPS_INTERPRETATION_MULTIBAND;
  if (layout == io::grey || layout == io::grey_alpha)
    return wide ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W;
  return wide ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB;
}

VipsBandFormat band_format(SampleType type) {
  switch (type) {
    case SampleType::u8:
      return VIPS_FORMAT_UCHAR;
    case SampleType::i8:
      return VIPS_FORMAT_CHAR;
    case SampleType::u16:
      return VIPS_FORMAT_USHORT;
    case SampleType::i16:
      return VIPS_FORMAT_SHORT;
    case SampleType::u32:
      return VIPS_FORMAT_UINT;
    case SampleType::i32:
      return VIPS_FORMAT_INT;
    case SampleType::f64:
      return VIPS_FORMAT_DOUBLE;
    default:
      return VIPS_FORMAT_FLOAT;
  }
}

vips::VImage wrapped(const fs::path& path, const Image& image, Layout layout) {
  const PixelFormat format = image.format();
  const auto bytes = static_cast<std::size_t>(image.stride() * image.height());
  VipsImage* result =
      vips_image_new_from_memory(image.data(), bytes, static_cast<int>(image.width()), static_cast<int>(image.height()),
                                 format.channels, band_format(format.type));
  if (result == nullptr) throw file_error("write", path, last_reason());
  result->Type = interpretation_for(format.type, layout);
  return vips::VImage(result, vips::STEAL);
}

void save(const fs::path& path, Picture picture, const WriteOptions& options) {
  check_options(options);
  const std::string_view saver = picture.format.saver;
  // Encoders use one thread anyway. More threads would only pass rows, for each of several images at a time. A file of
  // libvips's own format would store the number.
  const bool by_threads = saver == "vipssave";
  std::optional<Watched> watched;
  if (by_threads)
    picture.source = watched.emplace(picture.source).image();
  else
    picture.source.set(VIPS_META_CONCURRENCY, 1);
  system::TargetFile target(path, {options.overwrite, options.sync});
  if (saver == "fitssave")
    save_apart(picture, target, path, options);
  else if (is_plain(saver))
    write_plain(saver, picture.source, target, path);
  else
    target.write(save_as(picture, target.temporary(), path, options));
  if (watched && watched->has_failed()) throw file_error("write", path, last_reason());
  target.commit();
}

}  // namespace lenslet::io
