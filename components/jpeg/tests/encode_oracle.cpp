// Drives libjpeg-turbo.
#include "encode_oracle.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "host_file.hpp"

namespace lenslet {
namespace {

void set_table(jpeg_compress_struct& file, int which, const std::vector<int>& table, bool baseline) {
  if (table.empty()) return;
  std::vector<unsigned> entries(table.begin(), table.end());
  jpeg_add_quant_table(&file, which, entries.data(), 100, baseline ? TRUE : FALSE);
}

void set_options(jpeg_compress_struct& file, const Jpeg& options) {
  jpeg_set_quality(&file, options.quality, options.baseline ? TRUE : FALSE);
  set_table(file, 0, options.luminance_table, options.baseline);
  set_table(file, 1, options.chrominance_table, options.baseline);
  file.dct_method = JDCT_ISLOW;
  file.optimize_coding = options.optimize ? TRUE : FALSE;
  file.restart_interval = static_cast<unsigned>(options.restart);
  if (file.num_components != 3) return;
  const auto& s = options.sampling;
  file.comp_info[0].h_samp_factor = s == "4:1:1" ? 4 : s == "4:2:2" || s == "4:2:0" ? 2 : 1;
  file.comp_info[0].v_samp_factor = s == "4:4:0" || s == "4:2:0" ? 2 : 1;
}

}  // namespace

std::vector<std::byte> oracle_file(const ImageView& image, const Jpeg& options) {
  const auto set = [&](jpeg_compress_struct& file) { set_options(file, options); };
  const auto write_profile = [&](jpeg_compress_struct& file) {
    if (!options.icc.empty())
      jpeg_write_icc_profile(&file, reinterpret_cast<const JOCTET*>(options.icc.data()),
                             static_cast<unsigned>(options.icc.size()));
  };
  return host_file(image, set, write_profile);
}

Image make_picture(Size size, int channels, Picture kind, std::uint32_t seed) {
  Image image(size, {SampleType::u8, channels});
  std::uint32_t state = seed * 2654435761U + 12345;
  const auto next = [&state] { return (state = state * 1664525U + 1013904223U) >> 24; };
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x)
      for (int c = 0; c < channels; ++c) {
        const std::uint32_t noise = next();
        const auto slope = static_cast<std::uint32_t>(3 * x + (c + 2) * y + 40 * c) + noise % 12;
        const std::uint32_t value = kind == Picture::smooth  ? slope & 255
                                    : kind == Picture::noise ? noise
                                                             : noise / 128 * 255;
        image.row(y)[x * channels + c] = static_cast<std::byte>(value);
      }
  return image;
}

std::string text_of(const Jpeg& options, Size size, int channels) {
  return fmt::format("{} x {}, {} channels, quality {}, {}, restart {}{}{}", size.width, size.height, channels,
                     options.quality, options.sampling, options.restart, options.optimize ? ", optimized" : "",
                     options.baseline ? "" : ", not baseline");
}

std::string file_difference(std::span<const std::byte> file, std::span<const std::byte> wanted) {
  const auto [at, other] = std::ranges::mismatch(file, wanted);
  return fmt::format("{} bytes for {}, which differ from byte {} on", file.size(), wanted.size(), at - file.begin());
}

}  // namespace lenslet
