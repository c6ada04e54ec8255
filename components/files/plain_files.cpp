// Packs the rows of PBM and BMP files.
#include "files/plain_files.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "files/file_error.hpp"
#include "files/vips.hpp"

namespace lenslet::io {
namespace {

namespace fs = std::filesystem;

using PackRow = std::function<void(const std::uint8_t* samples, std::int64_t y, std::string& packed)>;

// Packs and writes each row, from the first on or from the last one upward. The latter needs the whole image.
void for_each_row(const vips::VImage& image, const fs::path& path, bool upward, const PackRow& pack,
                  system::TargetFile& target) {
  const std::unique_ptr<VipsRegion, decltype(&g_object_unref)> region(vips_region_new(image.get_image()),
                                                                      &g_object_unref);
  constexpr int at_a_time = 64;
  const int width = image.width(), height = image.height();
  std::string packed;
  for (int done = 0; done < height; done += at_a_time) {
    const int rows = std::min(at_a_time, height - done), top = upward ? height - done - rows : done;
    const VipsRect part{0, top, width, rows};
    if (vips_region_prepare(region.get(), &part) != 0) throw file_error("write", path, last_reason());
    packed.clear();
    for (int k = 0; k < rows; ++k) {
      const int y = upward ? top + rows - 1 - k : top + k;
      pack(VIPS_REGION_ADDR(region.get(), 0, y), y, packed);
    }
    target.write(packed);
  }
}

// White is 255, and a bit of 0: PBM's bits are ink. Rows are whole bytes.
void pack_bits(const std::uint8_t* samples, int width, std::int64_t y, const fs::path& path, std::string& packed) {
  for (int x = 0; x < width; x += 8) {
    unsigned byte = 0;
    for (int bit = 0; bit < std::min(8, width - x); ++bit) {
      const unsigned sample = samples[x + bit];
      if (sample != 0 && sample != 255)
        throw file_error("write", path,
                         fmt::format("the sample at x {}, y {} is {}, and PBM has black and white alone, 0 and 255: "
                                     "threshold the image first, or write .pgm",
                                     x + bit, y, sample),
                         ErrorKind::unsupported);
      byte |= (sample == 0 ? 0x80u : 0u) >> bit;
    }
    packed.push_back(static_cast<char>(byte));
  }
}

void write_pbm(const vips::VImage& image, system::TargetFile& target, const fs::path& path) {
  const int width = image.width();
  target.write(fmt::format("P4\n{} {}\n", width, image.height()));
  for_each_row(
      image, path, false,
      [&](const std::uint8_t* samples, std::int64_t y, std::string& packed) {
        pack_bits(samples, width, y, path, packed);
      },
      target);
}

constexpr std::uint32_t file_header = 14, image_header = 40, colours_of_palette = 256;

void add_little(std::string& bytes, std::uint32_t value, int count) {
  for (int i = 0; i < count; ++i) bytes.push_back(static_cast<char>(value >> (8 * i) & 0xff));
}

std::uint32_t row_bytes(int width, int channels) {
  return (static_cast<std::uint32_t>(width) * static_cast<std::uint32_t>(channels) + 3) / 4 * 4;
}

// A BITMAPFILEHEADER and a BITMAPINFOHEADER. Grey images also have a palette of 256 greys.
std::string bmp_header(int width, int height, int channels) {
  const std::uint32_t palette = channels == 1 ? 4 * colours_of_palette : 0,
                      begin = file_header + image_header + palette;
  const std::uint32_t pixels = row_bytes(width, channels) * static_cast<std::uint32_t>(height);
  std::string bytes = "BM";
  for (const std::uint32_t field : {begin + pixels, 0u, begin, image_header}) add_little(bytes, field, 4);
  add_little(bytes, static_cast<std::uint32_t>(width), 4);
  add_little(bytes, static_cast<std::uint32_t>(height), 4);  // positive: the lowest row is the first
  add_little(bytes, 1, 2);                                   // planes
  add_little(bytes, 8 * static_cast<std::uint32_t>(channels), 2);
  constexpr std::uint32_t uncompressed = 0, pixels_a_metre = 2835;  // 72 dpi
  const std::uint32_t used = channels == 1 ? colours_of_palette : 0;
  for (const std::uint32_t field : {uncompressed, pixels, pixels_a_metre, pixels_a_metre, used, 0u})
    add_little(bytes, field, 4);
  for (std::uint32_t grey = 0; 4 * grey < palette; ++grey) add_little(bytes, grey * 0x010101, 4);
  return bytes;
}

// Packs blue, green and red. Rows are whole words of four bytes.
void pack_colours(const std::uint8_t* samples, int width, int channels, std::string& packed) {
  const std::size_t begin = packed.size();
  for (int x = 0; x < width; ++x)
    for (int k = channels - 1; k >= 0; --k) packed.push_back(static_cast<char>(samples[x * channels + k]));
  packed.resize(begin + row_bytes(width, channels), '\0');
}

void write_bmp(const vips::VImage& image, system::TargetFile& target, const fs::path& path) {
  const int width = image.width(), channels = image.bands();
  target.write(bmp_header(width, image.height(), channels));
  const vips::VImage whole = image.copy_memory();
  for_each_row(
      whole, path, true,
      [&](const std::uint8_t* samples, std::int64_t, std::string& packed) {
        pack_colours(samples, width, channels, packed);
      },
      target);
}

}  // namespace

bool is_plain(std::string_view saver) {
  return saver == pbm_saver || saver == bmp_saver;
}

void write_plain(std::string_view saver, const vips::VImage& image, system::TargetFile& target, const fs::path& path) {
  try {
    saver == pbm_saver ? write_pbm(image, target, path) : write_bmp(image, target, path);
  } catch (const vips::VError&) {
    throw file_error("write", path, last_reason());
  }
}

}  // namespace lenslet::io
