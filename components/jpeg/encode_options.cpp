// Checks options and images before anything is launched.
#include "jpeg/encode_options.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::codec {
namespace {

constexpr std::size_t max_exif = 65527, most_icc = std::size_t{255} * 65519;

template <class T>
void check_between(std::string_view what, T value, T least, T most) {
  if (value < least || value > most)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} of {}, allowed: {} to {}", what, value, least, most));
}

void check_table(std::string_view what, const std::vector<int>& table, bool baseline) {
  if (table.empty()) return;
  if (table.size() != block_samples)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} numbers in {}, allowed: none or {}", table.size(), what, block_samples));
  for (const int entry : table) check_between(fmt::format("an entry in {}", what), entry, 1, baseline ? 255 : 8191);
}

QuantTable table_for(Channel channel, const std::vector<int>& own, const Jpeg& options) {
  if (own.empty()) return quant_table(channel, options.quality, options.baseline);
  QuantTable table{};
  std::ranges::transform(own, table.begin(), [](int entry) { return static_cast<std::uint16_t>(entry); });
  return table;
}

int colors_of(PixelFormat format) {
  return format.channels - (format.alpha ? 1 : 0);
}

}  // namespace

void check(const Jpeg& options) {
  check_between("a quality", options.quality, 1, 100);
  check_between("a restart interval", options.restart, 0, 65535);
  check_table("the table of luminance", options.luminance_table, options.baseline);
  check_table("the table of chrominance", options.chrominance_table, options.baseline);
  check_between<std::size_t>("EXIF data with a number of bytes", options.exif.size(), 0, max_exif);
  check_between<std::size_t>("a colour profile with a number of bytes", options.icc.size(), 0, most_icc);
  components_for(3, options.sampling);
}

void check_encodable(const DeviceImage& image, const Jpeg& options) {
  const PixelFormat format = image.format();
  if (format.type != SampleType::u8 || (colors_of(format) != 1 && colors_of(format) != 3))
    throw Error(ErrorKind::unsupported, fmt::format("JPEG of {} with {} channels of colour, allowed: u8 with 1 or 3",
                                                    name_of(format.type), colors_of(format)));
  if (format.alpha && !options.drop_alpha)
    throw Error(ErrorKind::unsupported, "an image with alpha, which JPEG does not have; allowed: with drop_alpha");
  if (image.layers() != 1)
    throw Error(ErrorKind::unsupported, fmt::format("JPEG of {} layers, allowed: each by itself", image.layers()));
  check_between("a JPEG's width", image.size().width, std::int64_t{1}, max_side_length);
  check_between("a JPEG's height", image.size().height, std::int64_t{1}, max_side_length);
}

Frame frame_for(const DeviceImage& image, const Jpeg& options) {
  return make_frame(image.size(), components_for(colors_of(image.format()), options.sampling), options.restart);
}

std::vector<QuantTable> quant_tables(const Jpeg& options) {
  return {table_for(Channel::luminance, options.luminance_table, options),
          table_for(Channel::chrominance, options.chrominance_table, options)};
}

}  // namespace lenslet::codec
