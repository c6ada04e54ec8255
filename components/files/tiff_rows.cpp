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
#include "files/tiff_blocks.hpp"
#include "files/tiff_samples.hpp"

namespace lenslet::io {
namespace {

namespace fs = std::filesystem;

class TiffRows {
 public:
  TiffRows(const fs::path& path, const TiffFacts& facts);

  void read(std::int64_t y, std::byte* to);  // of samples; rows may come in any order

 private:
  void take(const TiffBlocks::Run& run);
  void read_block(std::int64_t y);

  TiffFacts facts_;
  std::vector<std::unique_ptr<TiffInput>> planes_;
  TiffBlocks blocks_;
  std::vector<std::byte> block_;
  std::int64_t begin_ = -1;  // the block's first row
};

std::vector<std::unique_ptr<TiffInput>> open_planes(const fs::path& path, const TiffFacts& facts) {
  std::vector<std::unique_ptr<TiffInput>> planes;
  for (int plane = 0; plane < (facts.is_planar ? facts.channels : 1); ++plane)
    planes.emplace_back(std::make_unique<TiffInput>(path))->go_to(facts.picture.place);
  return planes;
}

TiffRows::TiffRows(const fs::path& path, const TiffFacts& facts)
    : facts_(facts),
      planes_(open_planes(path, facts)),
      blocks_(*planes_.front(), facts),
      block_(static_cast<std::size_t>(blocks_.rows()) * facts.width * static_cast<std::size_t>(facts.channels) *
             size_of(held_type(facts))) {}

void TiffRows::take(const TiffBlocks::Run& run) {
  const std::int64_t first = (run.row * facts_.width + run.x) * facts_.channels + run.plane;
  hold_run(facts_, run.from, run.width * (facts_.is_planar ? 1 : facts_.channels),
           block_.data() + first * static_cast<std::int64_t>(size_of(held_type(facts_))),
           facts_.is_planar ? facts_.channels : 1);
}

void TiffRows::read_block(std::int64_t y) {
  begin_ = -1;
  for (std::size_t plane = 0; plane < planes_.size(); ++plane)
    blocks_.read(*planes_[plane], y, static_cast<int>(plane), [this](const TiffBlocks::Run& run) { take(run); });
  begin_ = y;
}

void TiffRows::read(std::int64_t y, std::byte* to) {
  const std::int64_t begin = y / blocks_.rows() * blocks_.rows();
  if (begin != begin_) read_block(begin);
  const std::size_t bytes = block_.size() / static_cast<std::size_t>(blocks_.rows());
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
  const double per_unit = unit == RESUNIT_NONE ? 1 : unit == RESUNIT_INCH ? 25.4 : 10;
  if (!(x > 0) || !(y > 0)) return;
  image->Xres = x / per_unit;
  image->Yres = y / per_unit;
  if (unit != RESUNIT_NONE) vips_image_set_string(image, VIPS_META_RESOLUTION_UNIT, unit == RESUNIT_INCH ? "in" : "cm");
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

vips::VImage fields_by_libtiff(const TiffInput& file, const TiffFacts& facts) {
  vips::VImage image(vips_image_new(), vips::STEAL);
  vips_image_init_fields(image.get_image(), static_cast<int>(facts.width), static_cast<int>(facts.height),
                         facts.channels, band_format(held_type(facts)), VIPS_CODING_NONE, interpretation_of(facts), 1,
                         1);
  copy_fields_of(file, facts, image.get_image());
  return image;
}

vips::VImage open_by_libtiff(const fs::path& path, const TiffFacts& facts) {
  check_pixels_kind(path, facts);
  TiffInput file(path);
  file.go_to(facts.picture.place);
  vips::VImage image = fields_by_libtiff(file, facts);
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
