// The levels of a pyramid, made while the image's rows pass.
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

// A level of half the size. Each pixel is the mean of 2 x 2, with integers rounded, halves up. Colours are weighted by
// alpha.
class HalvedRows {
 public:
  HalvedRows(PixelFormat format, Size whole);

  Size size() const { return size_; }

  // Takes the next row of the image of twice the size. Calls use(row) for each row of this level that it completes.
  void take(const std::byte* row, const std::function<void(const std::byte*)>& use);

 private:
  PixelFormat format_;
  Size whole_, size_;
  std::int64_t taken_ = 0;
  Bytes first_, made_;
};

// All levels of at most half the image, down to one that fits into a tile. Their tiles wait in a file without a name
// until the image itself is written.
class Levels {
 public:
  // Makes the file in the folder of the path's target. Throws Error of kind io like other writers.
  Levels(const ImageType& image, const std::filesystem::path& path);
  ~Levels();
  Levels(const Levels&) = delete;
  Levels& operator=(const Levels&) = delete;

  void take(const std::byte* row);  // of the image

  // Once all rows are taken, calls begin(size) for each level and then tile(bytes) for its tiles, in order.
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
