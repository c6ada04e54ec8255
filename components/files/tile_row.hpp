// A row of a TIFF file's tiles, in the file's form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <span>
#include <vector>

#include <lenslet/image.hpp>

#include "files/block_coder.hpp"

namespace lenslet::io {

constexpr std::int64_t tile_side = 256;

inline std::int64_t tiles_over(std::int64_t pixels) {
  return (pixels + tile_side - 1) / tile_side;
}

inline std::size_t tile_bytes(PixelFormat format) {
  return static_cast<std::size_t>(tile_side * tile_side) * format.bytes();
}

// Rows of an image, at most as many as a tile is high, without gaps.
struct RowsOfTiles {
  PixelFormat format;
  std::int64_t width = 0, rows = 0;
  Bytes samples = {};
};

// Tiles on which threads are at work: as many threads as there are cores and the system makes. If it makes none, the
// constructor does the work.
class CodedTiles {
 public:
  explicit CodedTiles(RowsOfTiles rows);

  // Waits for the tiles and returns them from left to right. Throws bad_alloc.
  std::vector<Bytes> take();

 private:
  struct Work;
  std::shared_ptr<Work> work_;
  std::vector<std::future<void>> threads_;
};

// Returns the rows that the tiles were made of. Throws Error of kind io for tiles with other contents.
RowsOfTiles decoded(const std::vector<Bytes>& tiles, PixelFormat format, std::int64_t width, std::int64_t rows);

}  // namespace lenslet::io
