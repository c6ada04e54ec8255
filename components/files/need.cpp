// The numbers are bytes for each pixel beside the image itself. They were measured with libvips 8.14 on noisy images of
// 12 million pixels. For libheif, libwebp, libjxl and OpenJPEG they are only near the largest that was seen.
#include "files/need.hpp"

#include <algorithm>
#include <string>

#include "files/metadata.hpp"
#include "files/orientation.hpp"
#include "files/plain_files.hpp"

namespace lenslet::io {
namespace {

double pixels_of(Size size) {
  return static_cast<double>(size.width) * static_cast<double>(size.height);
}

double bytes_of(PixelFormat format) {
  return static_cast<double>(format.bytes());
}

// libjpeg keeps the coefficients of all scans, 2 bytes each.
double coefficients(const vips::VImage& image, int channels) {
  return has_half_colours(image) ? 3 : 2 * channels;
}

// libjxl computes in floats, but 8-bit colours pass through it in parts.
double jxl_planes(PixelFormat format) {
  const bool in_parts = format.channels == 3 && format.type == SampleType::u8;
  return in_parts ? 7 : 10 * format.channels + 7;
}

double reader_holds(const OpenImage& file) {
  const PixelFormat format = file.header.format;
  const double own = bytes_of(format);
  if (file.loader == "pngload") return int_field(file.image, "interlaced", 0) != 0 ? own : 0;
  if (file.loader == "jpegload")
    return int_field(file.image, "jpeg-multiscan", 0) != 0 ? coefficients(file.image, format.channels) : 0;
  if (file.loader == "ppmload") return own;  // the file is mapped
  if (file.loader == "webpload") return 8;
  if (file.loader == "gifload") return 5;
  if (file.loader == "jxlload") return jxl_planes(format);
  if (file.loader == "jp2kload") return 2 * own;
  if (file.loader == "heifload") return 2 * own + 2;
  return 0;
}

double writer_holds(std::string_view saver, PixelFormat format) {
  if (saver == "webpsave") return format.alpha ? 36 : 5;
  if (saver == "jxlsave") return (format.alpha ? 62 : 41) * (format.type == SampleType::u8 ? 1 : 1.8);
  if (saver == "jp2ksave_buffer") return 3 * bytes_of(format);
  if (saver == "heifsave") return 30;
  if (saver == bmp_saver) return bytes_of(format);  // the lowest row comes first
  return 0;
}

}  // namespace

std::uint64_t reading_bytes(const OpenImage& file) {
  const double image = bytes_of(file.header.format);
  const double turned = file.orientation == 1 ? 0 : image;
  return static_cast<std::uint64_t>(pixels_of(file.header.size) * (image + std::max(turned, reader_holds(file))));
}

std::uint64_t writing_bytes(std::string_view saver, Size size, PixelFormat format) {
  const bool is_copied = format.type == SampleType::f16 || (saver == "ppmsave" && !is_integer(format.type));
  const double copy = is_copied ? static_cast<double>(size_of(SampleType::f32)) * format.channels : 0;
  return static_cast<std::uint64_t>(pixels_of(size) * (copy + writer_holds(saver, format)));
}

}  // namespace lenslet::io
