// The part of an image that a launch goes over, and the stages that join the pixels of a mask of that part.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <lenslet/strips.hpp>

#include "ops/connected/connected.hpp"

namespace lenslet::ops {

// Rows of an image: all of them, or whole chunks round the region that is computed. A launch knows which.
class PartRows {
 public:
  // Without a chunk: all rows.
  explicit PartRows(Size image, std::int64_t chunk = 0) : image_(image), chunk_(chunk) {}

  // The same for a result that has two rows for each chunk.
  static PartRows of_pairs(Size image, std::int64_t chunk) {
    PartRows rows(image, chunk);
    rows.is_of_pairs_ = true;
    return rows;
  }

  // With so many rows more above and below, as far as there are.
  PartRows beside(std::int64_t rows) const;

  RowRange of(const Rect& region) const;
  Rect rectangle(const Rect& region) const;

  std::int64_t width() const { return image_.width; }
  std::int64_t most() const { return image_.height; }

  // What launches compute from the rows, and from the region.
  using Number = std::function<std::int64_t(const RowRange& rows, const Rect& region)>;
  op::Argument number(const Number& of) const;  // an i32
  op::Argument first() const;
  op::Argument count() const;
  op::Items items(const std::function<ocl::Range(const RowRange& rows)>& of) const;
  op::ScratchBytes bytes(std::uint64_t of_pixel) const;
  op::ScratchBytes bytes_of(const std::function<std::int64_t(const RowRange& rows)>& count, std::uint64_t each) const;

 private:
  Size image_;
  std::int64_t chunk_, beside_ = 0;
  bool is_of_pairs_ = false;
};

// A mask of the part, a byte for each pixel, and its forest, see connected.cl.
class MaskPart {
 public:
  MaskPart(op::Graph& graph, const PartRows& rows, const DimensionSchedule& schedule);

  // The source of connected.cl for the mask, and of `file` behind it. Inverted: its zeros are joined. With pages: rows
  // of a page, and the next ones, are not joined.
  op::Source source(int neighbours, const char* file, bool inverted = false, std::int64_t page_rows = 0) const;

  const PartRows& rows() const { return rows_; }
  op::GraphValue mask() const { return mask_; }
  op::GraphValue forest() const { return forest_; }

  // Adds the stages that set the mask to 1 where samples of the op's image are not 0.
  void take(const op::Maker& maker, SampleType type);

  // Adds the stages that join the mask, by a program of source().
  void join(const ocl::Program& program, std::int64_t page_rows = 0);

  // Adds a kernel that goes over the part's rows, or over others, or over those of the region.
  void add_rows(const ocl::Program& program, const char* kernel, const std::vector<op::Argument>& arguments) {
    add_rows_of(rows_, program, kernel, arguments, items_);
  }
  void add_rows_of(const PartRows& rows, const ocl::Program& program, const char* kernel,
                   const std::vector<op::Argument>& arguments, std::int64_t items);
  void add_rows_of(const PartRows& rows, const ocl::Program& program, const char* kernel,
                   const std::vector<op::Argument>& arguments) {
    add_rows_of(rows, program, kernel, arguments, items_);
  }
  void add_region(const ocl::Program& program, const char* kernel, const std::vector<op::Argument>& arguments);

  // Adds a kernel that has so many work-items for these rows, or more.
  void add_counted(const ocl::Program& program, const char* kernel,
                   const std::function<std::int64_t(const RowRange& rows)>& items,
                   const std::vector<op::Argument>& arguments);

  std::vector<op::Argument> mask_as_image() const;
  op::Argument mask_width() const { return static_cast<std::int32_t>(rows_.width()); }
  op::Argument left() const;  // of the region in the part
  op::Argument top() const;

  Regions regions() const { return Regions({{SampleType::u8, 1}, {rows_.width(), rows_.most()}}, schedule_); }
  std::size_t group() const { return group_; }
  std::int64_t items() const { return items_; }  // pixels of a work-item

 private:
  op::Graph& graph_;
  PartRows rows_;
  const DimensionSchedule& schedule_;
  std::size_t group_;
  std::int64_t items_;
  op::GraphValue mask_, forest_;
};

}  // namespace lenslet::ops
