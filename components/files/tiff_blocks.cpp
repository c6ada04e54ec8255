// libtiff decodes a strip from its first row on, so rows should come in order.
#include "files/tiff_blocks.hpp"

#include <algorithm>

namespace lenslet::io {

TiffBlocks::TiffBlocks(const TiffInput& file, const TiffFacts& facts)
    : width_(facts.width), height_(facts.height), is_tiled_(facts.is_tiled) {
  if (is_tiled_) {
    rows_ = std::max<std::int64_t>(file.number(TIFFTAG_TILELENGTH, 1), 1);
    tile_width_ = std::max<std::int64_t>(file.number(TIFFTAG_TILEWIDTH, 1), 1);
  }
  const tmsize_t bytes = is_tiled_ ? TIFFTileSize(file.get()) : TIFFScanlineSize(file.get());
  if (bytes <= 0) file.fail();
  raw_.resize(static_cast<std::size_t>(bytes));
}

void TiffBlocks::read(const TiffInput& file, std::int64_t y, int plane, const Take& take) {
  is_tiled_ ? read_tiles(file, y, plane, take) : read_row(file, y, plane, take);
}

void TiffBlocks::read_row(const TiffInput& file, std::int64_t y, int plane, const Take& take) {
  const auto row = static_cast<std::uint32_t>(y);
  const auto sample = static_cast<std::uint16_t>(plane);
  if (file.is_absent(TIFFComputeStrip(file.get(), row, sample))) return take({nullptr, 0, width_, 0, plane});
  if (TIFFReadScanline(file.get(), raw_.data(), row, sample) != 1) file.fail();
  take({raw_.data(), 0, width_, 0, plane});
}

void TiffBlocks::read_tiles(const TiffInput& file, std::int64_t y, int plane, const Take& take) {
  const auto size = static_cast<tmsize_t>(raw_.size());
  const std::int64_t row_bytes = TIFFTileRowSize(file.get());
  for (std::int64_t x = 0; x < width_; x += tile_width_) {
    const std::uint32_t tile = TIFFComputeTile(file.get(), static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y),
                                               0, static_cast<std::uint16_t>(plane));
    const std::int64_t width = std::min<std::int64_t>(tile_width_, width_ - x);
    const bool absent = file.is_absent(tile);
    if (!absent && TIFFReadEncodedTile(file.get(), tile, raw_.data(), size) != size) file.fail();
    for (std::int64_t row = 0; row < std::min<std::int64_t>(rows_, height_ - y); ++row)
      take({absent ? nullptr : raw_.data() + row * row_bytes, x, width, row, plane});
  }
}

}  // namespace lenslet::io
