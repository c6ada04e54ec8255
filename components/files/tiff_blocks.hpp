// Decodes a TIFF image in blocks: rows of tiles, or single rows of strips.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "files/tiff_facts.hpp"
#include "files/tiff_input.hpp"

namespace lenslet::io {

class TiffBlocks {
 public:
  // The file stands at the image. Throws Error of kind io.
  TiffBlocks(const TiffInput& file, const TiffFacts& facts);

  std::int64_t rows() const { return rows_; }  // of a block

  // Neighbouring samples of one plane's row as libtiff returns them; null where the file leaves them out.
  struct Run {
    const std::byte* from;
    std::int64_t x, width, row;  // in pixels; the row counts from the block's first
    int plane;
  };
  using Take = std::function<void(const Run& run)>;

  // Decodes one plane of the block that begins at row y. The file may be another handle of the same image.
  void read(const TiffInput& file, std::int64_t y, int plane, const Take& take);

 private:
  void read_row(const TiffInput& file, std::int64_t y, int plane, const Take& take);
  void read_tiles(const TiffInput& file, std::int64_t y, int plane, const Take& take);

  std::int64_t width_, height_, rows_ = 1, tile_width_ = 0;
  bool is_tiled_;
  std::vector<std::byte> raw_;
};

}  // namespace lenslet::io
