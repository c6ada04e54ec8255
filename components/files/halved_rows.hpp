// The levels of a pyramid, made while the rows of its image pass.
#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include <lenslet/value.hpp>

#include "files/tile_row.hpp"

namespace lenslet::io {

// Returns half the size, rounded down, but at least one pixel.
Size halved(Size whole);

// A level of half the size: each pixel is the mean of 2 x 2, in integers rounded, halves up. Colours count as
// much as their pixels are opaque.
class HalvedRows {
 public:
  HalvedRows(PixelFormat format, Size whole);

  Size size() const { return size_; }

  // Takes the next row of the image of twice the size. Calls use(row) where one of this level's is made.
  void take(const std::byte* row, const std::function<void(const std::byte*)>& use);

 private:
  PixelFormat format_;
  Size whole_, size_;
  std::int64_t taken_ = 0;
  Bytes first_, made_;
};

// All levels that are not larger than half of the image, down to one that fits into a tile. Their tiles wait in a file
// without a name until the image itself is written.
class Levels {
 public:
  // Makes the file in the folder of the path's target. Throws Error of kind io, as files that are written do.
  Levels(const ImageType& image, const std::filesystem::path& path);
  ~Levels();
  Levels(const Levels&) = delete;
  Levels& operator=(const Levels&) = delete;

  void take(const std::byte* row);  // of the image

  // Calls begin(size) for each level and then tile(bytes) for its tiles, in order, when all rows are taken.
  void give(const std::function<void(Size)>& begin, const std::function<void(const Bytes&)>& tile);

 private:
  struct Level {
    HalvedRows rows;
    RowsOfTiles pending;
    std::vector<std::pair<std::int64_t, std::size_t>> tiles = {};  // place and bytes of each in the file
  };

  void take(std::size_t level, const std::byte* row);
  void keep(Level& level);
  [[noreturn]] void fail() const;

  std::filesystem::path path_;
  std::vector<Level> levels_;
  int file_ = -1;
  std::int64_t end_ = 0;
};

}  // namespace lenslet::io
