// Labels by strips. The rows of an image are divided into chunks. Each chunk is labelled by itself, wherever it is
// computed, and its regions have serial numbers: one after the other, from the first chunk to the last. What the
// regions at seams between chunks are together is found by going over all rows once, before. All other regions need no
// more than to know how many labels the regions at seams left out before them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <lenslet/strips.hpp>

#include "ops/connected/connected.hpp"

namespace lenslet::ops {

// A region at a seam.
struct SeamRegion {
  std::int64_t serial;  // from 1
  std::int64_t label;
  std::int64_t shift;  // what the labels of the next regions, up to the next one at a seam, are more than their serials
};

// What strips must know of all rows. As a list of numbers it is an argument of the op.
struct Seams {
  std::int64_t chunk = 0;                // rows
  std::vector<std::int64_t> before;      // regions in the chunks before each
  std::vector<SeamRegion> regions = {};  // by their serial numbers

  // Absent for an empty list. Throws invalid_argument for numbers that are not of an image of so many rows.
  static std::optional<Seams> read(const Numbers& numbers, std::int64_t rows);
  Numbers numbers() const;

  RowRange chunks_round(const RowRange& rows, std::int64_t height) const;
};

// About a million pixels, so that few regions are at seams.
std::int64_t usual_chunk(Size size);

// Goes over the rows of an image from top to bottom.
class SeamFinder {
 public:
  SeamFinder(const ImageType& image, int neighbours, std::int64_t chunk)
      : image_(image), reach_(neighbours == 8 ? 1 : 0), chunk_(chunk) {}

  void add(const ImageView& rows);

  // With fewer rows than the image has, the numbers are as many, but not the real ones.
  Seams seams() const;

 private:
  // Pixels of a row, side by side, that are set.
  struct Run {
    std::int64_t begin, end;
    std::int32_t region;
  };
  using Runs = std::vector<Run>;
  struct AtSeam {
    std::int64_t serial;
    std::int32_t region;  // of joined_
  };

  Runs runs_of(const ImageView& rows, std::int64_t y) const;
  void add_row(Runs row);
  void end_chunk();
  void join_seam(const Runs& above, Runs below);
  template <class Join>
  void each_touching(const Runs& above, Runs& below, Join join) const;

  ImageType image_;
  std::int64_t reach_, chunk_, row_ = 0;
  std::vector<std::int32_t> own_;     // parents of the present chunk's regions
  Runs first_, last_, above_;         // rows: of the present chunk, and the last one of the chunk before
  std::vector<std::int32_t> joined_;  // parents of the regions at seams
  std::vector<AtSeam> at_seams_;
  std::vector<std::int64_t> before_ = {0};
};

}  // namespace lenslet::ops
