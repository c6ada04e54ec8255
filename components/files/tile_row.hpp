// A row of a TIFF file's tiles, as they are in the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <span>
#include <vector>

#include <lenslet/image.hpp>

namespace lenslet::io {

constexpr std::int64_t tile_side = 256;

inline std::int64_t tiles_over(std::int64_t pixels) {
  return (pixels + tile_side - 1) / tile_side;
}

inline std::size_t tile_bytes(PixelFormat format) {
  return static_cast<std::size_t>(tile_side * tile_side) * format.bytes();
}

using Bytes = std::vector<std::byte>;

// Deflate for integers, with differences of neighbours: it finds nothing in the low bits of floats, and takes seconds
// to find it.
inline bool is_deflated(PixelType type) {
  return is_integer(type);
}

// Rows of an image, at most a tile's side of them, without gaps.
struct RowsOfTiles {
  PixelFormat format;
  std::int64_t width = 0, rows = 0;
  Bytes samples = {};
};

// Tiles that threads are at work on, as many as there are cores and the system makes; where it makes none, the
// constructor does the work.
class CodedTiles {
 public:
  explicit CodedTiles(RowsOfTiles rows);

  // Waits for them, from left to right. Throws bad_alloc.
  std::vector<Bytes> take();

 private:
  struct Work;
  std::shared_ptr<Work> work_;
  std::vector<std::future<void>> threads_;
};

// Returns what a row of tiles was made of. Throws Error of kind io for tiles that hold something else.
RowsOfTiles decoded(const std::vector<Bytes>& tiles, PixelFormat format, std::int64_t width, std::int64_t rows);

}  // namespace lenslet::io
