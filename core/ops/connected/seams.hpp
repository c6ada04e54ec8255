// Regions by strips. The rows of an image are divided into chunks, and each chunk's regions are found by themselves,
// wherever it is computed. What the regions at seams between chunks are together is found by going over all rows once,
// before.
//
// For labels, the regions of chunks have serial numbers: one after the other, from the first chunk to the last. Regions
// that are at no seam need no more than to know how many labels the regions at seams left out before them.
//
// Other ops keep some regions, see kept.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lenslet/strips.hpp>

#include "ops/connected/connected.hpp"

namespace lenslet::ops {

// The parameter of an op that takes what a pass over all rows has found, as a list of numbers.
Parameter found_parameter(const char* name);
[[noreturn]] void refuse_found(const char* name, const std::string& what);

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
};

// Rows of about so many pixels, of which usually a million, so that few regions are at seams. Strips of as many rows,
// or of an even part, end where chunks do.
std::int64_t usual_chunk(Size size, std::int64_t pixels = 1 << 20);

// Marks a row's pixels: 0 is in no region, 1 in a region, 2 in a region and counts, see places().
using MarkRow = std::function<void(const std::byte* row, std::int64_t y, std::span<std::uint8_t> marks)>;
MarkRow mark_set(SampleType type);  // 1 for samples that are not 0

// Goes over the rows of an image from top to bottom.
class SeamFinder {
 public:
  SeamFinder(Size image, int neighbours, std::int64_t chunk, MarkRow mark)
      : image_(image),
        reach_(neighbours == 8 ? 1 : 0),
        chunk_(chunk),
        mark_(std::move(mark)),
        marks_(static_cast<std::size_t>(image.width)) {}

  void add(const ImageView& rows);

  // With fewer rows than the image has, only the regions that they hold are listed; the chunks are as many.
  Seams seams() const;

  // Pixels of the regions in which at least so many pixels count, in the order of rows: one in each chunk in which
  // fewer of the region's pixels do.
  std::vector<std::int64_t> places(std::int64_t counted) const;

 private:
  // Pixels of a row, side by side, that are in a region.
  struct Run {
    std::int64_t begin, end;
    std::int64_t counted;
    std::int32_t region;
  };
  using Runs = std::vector<Run>;
  // A region of the present chunk: its first pixel, and how many of its pixels count.
  struct Own {
    std::int64_t place, counted = 0;
  };
  struct AtSeam {
    std::int64_t serial;
    std::int32_t region;  // of joined_
    Own own;
  };

  Runs runs_of(const std::byte* row);
  void add_row(Runs row);
  void end_chunk();
  void join_seam(const Runs& above, Runs below);
  template <class Join>
  void each_touching(const Runs& above, Runs& below, Join join) const;

  Size image_;
  std::int64_t reach_, chunk_, row_ = 0;
  MarkRow mark_;
  std::vector<std::uint8_t> marks_;   // of a row
  std::vector<std::int32_t> own_;     // parents of the present chunk's regions
  std::vector<Own> regions_;          // of the present chunk
  Runs first_, last_, above_;         // rows: of the present chunk, and the last one of the chunk before
  std::vector<std::int32_t> joined_;  // parents of the regions at seams
  std::vector<AtSeam> at_seams_;
  std::vector<std::int64_t> before_ = {0};
};

}  // namespace lenslet::ops
