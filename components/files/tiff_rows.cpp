// Each plane has its own handle of libtiff. libtiff keeps what it has decoded of one strip, and with one handle planes
// in turns would be decoded anew for each row.
#include "files/tiff_rows.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "files/save.hpp"
#include "files/tiff_samples.hpp"

namespace lenslet::io {
namespace {

namespace fs = std::filesystem;

class TiffRows {
 public:
  TiffRows(const fs::path& path, const TiffFacts& facts);

  void read(std::int64_t y, std::byte* to);  // of samples; rows may come in any order

 private:
  int per_plane() const { return facts_.is_planar ? 1 : facts_.channels; }
  void hold_row(const std::byte* from, std::int64_t x, std::int64_t width, std::int64_t in_block, int plane);
  void fill_row(std::int64_t x, std::int64_t width, std::int64_t in_block, int plane);
  void read_row(std::int64_t y, int plane);
  void read_tiles(std::int64_t y, int plane);
  void read_block(std::int64_t y);

  TiffFacts facts_;
  std::size_t sample_bytes_;
  std::vector<std::unique_ptr<TiffInput>> planes_;
  std::int64_t rows_ = 1, tile_width_ = 0;  // of a block: a row of tiles, or one row of strips
  double absent_ = 0;                       // value of samples that the file leaves out
  std::vector<std::byte> raw_, block_;
  std::int64_t begin_ = -1;  // the block's first row
};

// Absent parts have the value for missing data, as in GDAL.
double absent_value(const TiffFacts& facts) {
  return held_value(facts, facts.nodata().value_or(0));
}

TiffRows::TiffRows(const fs::path& path, const TiffFacts& facts)
    : facts_(facts), sample_bytes_(size_of(held_type(facts))), absent_(absent_value(facts)) {
  for (int plane = 0; plane < (facts.is_planar ? facts.channels : 1); ++plane)
    planes_.emplace_back(std::make_unique<TiffInput>(path))->go_to(facts.picture.place);
  TIFF* file = planes_.front()->get();
  if (facts.is_tiled) {
    rows_ = std::max<std::int64_t>(planes_.front()->number(TIFFTAG_TILELENGTH, 1), 1);
    tile_width_ = std::max<std::int64_t>(planes_.front()->number(TIFFTAG_TILEWIDTH, 1), 1);
  }
  const tmsize_t bytes = facts.is_tiled ? TIFFTileSize(file) : TIFFScanlineSize(file);
  if (bytes <= 0) planes_.front()->fail();
  raw_.resize(static_cast<std::size_t>(bytes));
  block_.resize(static_cast<std::size_t>(rows_) * facts.width * static_cast<std::size_t>(facts.channels) *
                sample_bytes_);
}

void TiffRows::hold_row(const std::byte* from, std::int64_t x, std::int64_t width, std::int64_t in_block, int plane) {
  const std::int64_t first = (in_block * facts_.width + x) * facts_.channels + plane;
  hold(facts_, {from, width * per_plane(), block_.data() + first * static_cast<std::int64_t>(sample_bytes_),
                facts_.is_planar ? facts_.channels : 1});
}

void TiffRows::fill_row(std::int64_t x, std::int64_t width, std::int64_t in_block, int plane) {
  const std::int64_t first = (in_block * facts_.width + x) * facts_.channels + plane;
  const int step = facts_.is_planar ? facts_.channels : 1;
  for (std::int64_t i = 0; i < width * per_plane(); ++i)
    store_sample(block_.data() + (first + i * step) * static_cast<std::int64_t>(sample_bytes_), held_type(facts_),
                 absent_);
}

void TiffRows::read_row(std::int64_t y, int plane) {
  const TiffInput& input = *planes_[static_cast<std::size_t>(plane)];
  const auto row = static_cast<std::uint32_t>(y);
  const auto sample = static_cast<std::uint16_t>(plane);
  if (input.is_absent(TIFFComputeStrip(input.get(), row, sample))) return fill_row(0, facts_.width, 0, plane);
  if (TIFFReadScanline(input.get(), raw_.data(), row, sample) != 1) input.fail();
  hold_row(raw_.data(), 0, facts_.width, 0, plane);
}

void TiffRows::read_tiles(std::int64_t y, int plane) {
  const TiffInput& input = *planes_[static_cast<std::size_t>(plane)];
  const auto size = static_cast<tmsize_t>(raw_.size());
  const std::int64_t row_bytes = TIFFTileRowSize(input.get());
  for (std::int64_t x = 0; x < facts_.width; x += tile_width_) {
    const std::uint32_t tile = TIFFComputeTile(input.get(), static_cast<std::uint32_t>(x),
                                               static_cast<std::uint32_t>(y), 0, static_cast<std::uint16_t>(plane));
    const std::int64_t width = std::min<std::int64_t>(tile_width_, facts_.width - x);
    const bool absent = input.is_absent(tile);
    if (!absent && TIFFReadEncodedTile(input.get(), tile, raw_.data(), size) != size) input.fail();
    for (std::int64_t row = 0; row < std::min<std::int64_t>(rows_, facts_.height - y); ++row)
      absent ? fill_row(x, width, row, plane) : hold_row(raw_.data() + row * row_bytes, x, width, row, plane);
  }
}

void TiffRows::read_block(std::int64_t y) {
  begin_ = -1;
  for (int plane = 0; plane < static_cast<int>(planes_.size()); ++plane)
    facts_.is_tiled ? read_tiles(y, plane) : read_row(y, plane);
  begin_ = y;
}

void TiffRows::read(std::int64_t y, std::byte* to) {
  const std::int64_t begin = y / rows_ * rows_;
  if (begin != begin_) read_block(begin);
  const std::size_t bytes = block_.size() / static_cast<std::size_t>(rows_);
  std::memcpy(to, block_.data() + static_cast<std::size_t>(y - begin) * bytes, bytes);
  make_plain(facts_, to, facts_.width);
}

// Gives libvips rows on request. Exceptions must not pass through libvips.
struct TiffSource {
  TiffSource(const fs::path& at, const TiffFacts& facts)
      : path(at),
        rows(at, facts),
        row(std::size_t{facts.width} * static_cast<std::size_t>(facts.channels) * size_of(held_type(facts))) {}

  fs::path path;
  std::mutex mutex = {};
  TiffRows rows;
  std::vector<std::byte> row;
};

void copy_rows(VipsRegion* region, TiffSource& source) {
  const VipsRect& area = region->valid;
  const std::lock_guard lock(source.mutex);
  const std::size_t pixel = VIPS_IMAGE_SIZEOF_PEL(region->im);
  for (int y = area.top; y < area.top + area.height; ++y) {
    source.rows.read(y, source.row.data());
    std::memcpy(VIPS_REGION_ADDR(region, area.left, y), source.row.data() + static_cast<std::size_t>(area.left) * pixel,
                static_cast<std::size_t>(area.width) * pixel);
  }
}

// The reader adds the file's name.
int give_rows(VipsRegion* region, void*, void* of, void*, gboolean*) {
  auto& source = *static_cast<TiffSource*>(of);
  try {
    copy_rows(region, source);
    return 0;
  } catch (const std::exception& error) {
    std::string_view reason = error.what();
    const std::string named = file_error("read", source.path, "").what();
    if (reason.starts_with(named)) reason.remove_prefix(named.size());
    vips_error("libtiff", "%s", std::string(reason).c_str());
    return -1;
  }
}

void forget_source(VipsImage*, void* source) {
  delete static_cast<TiffSource*>(source);
}

VipsInterpretation interpretation_of(const TiffFacts& facts) {
  const bool wide = held_type(facts) == SampleType::u16;
  if (facts.photometric == PHOTOMETRIC_SEPARATED) return VIPS_INTERPRETATION_CMYK;
  if (facts.is_bands) return VIPS_INTERPRETATION_MULTIBAND;
  if (facts.photometric == PHOTOMETRIC_RGB) return wide ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB;
  return wide ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W;
}

void copy_blob(const TiffInput& file, std::uint32_t tag, const char* name, std::uint32_t unit, VipsImage* image) {
  std::uint32_t count = 0;
  const void* data = nullptr;
  if (TIFFGetField(file.get(), tag, &count, &data) == 1 && data != nullptr && count > 0)
    vips_image_set_blob_copy(image, name, data, std::size_t{count} * unit);
}

void copy_resolution(const TiffInput& file, VipsImage* image) {
  float x = 0, y = 0;
  const std::uint16_t unit = file.short_number(TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
  if (TIFFGetField(file.get(), TIFFTAG_XRESOLUTION, &x) != 1 || TIFFGetField(file.get(), TIFFTAG_YRESOLUTION, &y) != 1)
    return;
  const double per_unit = unit == RESUNIT_INCH ? 25.4 : 10;
  if (!(x > 0) || !(y > 0) || unit == RESUNIT_NONE) return;
  image->Xres = x / per_unit;
  image->Yres = y / per_unit;
  vips_image_set_string(image, VIPS_META_RESOLUTION_UNIT, unit == RESUNIT_INCH ? "in" : "cm");
}

// IPTC counts words of 32 bits.
void copy_fields_of(const TiffInput& file, const TiffFacts& facts, VipsImage* image) {
  copy_blob(file, TIFFTAG_ICCPROFILE, VIPS_META_ICC_NAME, 1, image);
  copy_blob(file, TIFFTAG_XMLPACKET, VIPS_META_XMP_NAME, 1, image);
  copy_blob(file, TIFFTAG_RICHTIFFIPTC, VIPS_META_IPTC_NAME, 4, image);
  copy_resolution(file, image);
  const std::string description = file.text(TIFFTAG_IMAGEDESCRIPTION);
  if (!description.empty()) vips_image_set_string(image, VIPS_META_IMAGEDESCRIPTION, description.c_str());
  vips_image_set_int(image, VIPS_META_ORIENTATION, file.short_number(TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT));
  vips_image_set_int(image, VIPS_META_N_PAGES, facts.pages);
}

void check_pixels_kind(const fs::path& path, const TiffFacts& facts) {
  const bool is_known = facts.photometric <= PHOTOMETRIC_RGB || facts.photometric == PHOTOMETRIC_SEPARATED;
  const bool is_cmyk = facts.photometric == PHOTOMETRIC_SEPARATED;
  const char* what = facts.absent > 0 ? "absent strips or tiles" : "planes";
  if (!is_known || (is_cmyk && facts.channels != 4))
    throw file_error("read", path,
                     fmt::format("its picture has {} and is neither grey, RGB nor CMYK; allowed are these", what),
                     ErrorKind::unsupported);
}

}  // namespace

vips::VImage open_by_libtiff(const fs::path& path, const TiffFacts& facts) {
  check_pixels_kind(path, facts);
  TiffInput file(path);
  file.go_to(facts.picture.place);
  vips::VImage image(vips_image_new(), vips::STEAL);
  vips_image_init_fields(image.get_image(), static_cast<int>(facts.width), static_cast<int>(facts.height),
                         facts.channels, band_format(held_type(facts)), VIPS_CODING_NONE, interpretation_of(facts), 1,
                         1);
  copy_fields_of(file, facts, image.get_image());
  image.set(VIPS_META_CONCURRENCY, 1);  // one thread reads its rows
  auto source = std::make_unique<TiffSource>(path, facts);
  g_signal_connect(image.get_image(), "close", G_CALLBACK(forget_source), source.get());
  TiffSource* of = source.release();
  if (vips_image_pipelinev(image.get_image(), VIPS_DEMAND_STYLE_THINSTRIP, nullptr) != 0 ||
      vips_image_generate(image.get_image(), nullptr, give_rows, nullptr, of, nullptr) != 0)
    throw file_error("read", path, last_reason());
  return image;
}

std::uint64_t held_by_libtiff(const fs::path& path, const TiffFacts& facts) {
  TiffInput file(path);
  file.go_to(facts.picture.place);
  const std::uint64_t row =
      std::uint64_t{facts.width} * static_cast<std::uint64_t>(facts.channels) * size_of(held_type(facts));
  if (!facts.is_tiled) return row;
  return row * file.number(TIFFTAG_TILELENGTH, 1) +
         static_cast<std::uint64_t>(std::max<tmsize_t>(TIFFTileSize(file.get()), 0));
}

}  // namespace lenslet::io
