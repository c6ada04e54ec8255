// The inputs and results of strips in host memory: rows of existing images, or memory that strips use one after the
// other. Strips share memory because new memory would be new pages, which the system has to clear.
#pragma once

#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <lenslet/image.hpp>
#include <lenslet/stream.hpp>
#include <lenslet/strips.hpp>

#include "session/strip_layout.hpp"

namespace lenslet {

// Cuts one input, whose rows come once and in order, into the rows that each strip reads. Rows that the next strip
// reads, too, are kept.
class RollingRows {
 public:
  RollingRows(const ImageType& type, ReadRows source) : type_(type), source_(std::move(source)) {}

  const ImageType& type() const { return type_; }

  // Puts these rows without gaps to `to`, and keeps the rows from `next` on.
  void take(const RowRange& rows, std::int64_t next, std::byte* to) {
    const std::int64_t kept = end_ - rows.begin;
    if (kept > 0) std::memcpy(to, kept_.data() + (rows.begin - begin_) * bytes(), size_of(kept));
    const std::int64_t first = std::max(end_, rows.begin);
    if (rows.end > first) source_(first, rows.end - first, to + (first - rows.begin) * bytes());
    begin_ = std::clamp(next, rows.begin, rows.end);
    end_ = rows.end;
    keep(to + (begin_ - rows.begin) * bytes(), size_of(end_ - begin_));
  }

 private:
  std::int64_t bytes() const { return type_.size.width * static_cast<std::int64_t>(type_.format.bytes()); }
  std::size_t size_of(std::int64_t rows) const { return static_cast<std::size_t>(rows * bytes()); }

  void keep(const std::byte* rows, std::size_t size) {
    // First free the old memory: a growing vector would take the new memory beside it.
    if (kept_.capacity() < size) kept_ = std::vector<std::byte>();
    kept_.assign(rows, rows + size);
  }

  ImageType type_;
  ReadRows source_;
  std::vector<std::byte> kept_;  // rows from begin_ to before end_; earlier rows are not read again
  std::int64_t begin_ = 0, end_ = 0;
};

// The inputs of strips: existing images, which strips read where they lie, or sources of rows.
class StripInputs {
 public:
  explicit StripInputs(std::vector<ImageView> images) : images_(std::move(images)) {}
  StripInputs(const std::vector<ImageType>& types, std::vector<ReadRows> sources, const StripLayout& layout);

  // Returns this part of all inputs. Rows from sources are kept from `next` on.
  SharedImages take(const Rect& part, std::int64_t next);

 private:
  class Spare;

  std::vector<ImageView> images_;
  std::vector<RollingRows> rows_;
  std::shared_ptr<Spare> spare_;  // for sources only
};

// Where strips put their results: into images of their own, or into those of the whole.
class StripOutputs {
 public:
  // Keeps the memory of at most so many strips.
  StripOutputs(const StripLayout& layout, std::size_t strips);

  void join();                                     // from now on results go into the whole images
  std::vector<TargetRows> next(const Rect& part);  // where to put this part of the results; in order

  // Returns the oldest strip's images, or the whole images after join().
  std::vector<Image> take();

  void reuse(std::vector<Image> images);  // of a strip that nobody needs any more

 private:
  std::optional<Image> take_spare(Size size, const PixelFormat& format);
  Image image(Size size, const PixelFormat& format);

  std::vector<ImageType> types_;
  RowRange part_;
  std::size_t most_spare_;
  std::vector<Image> spare_;
  std::deque<std::vector<Image>> strips_;
  std::vector<Image> whole_;
};

}  // namespace lenslet
