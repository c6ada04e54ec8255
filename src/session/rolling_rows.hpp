// Cuts one input, whose rows come once and in order, into what strips read of it.
#pragma once

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "session/strip_layout.hpp"

namespace lenslet {

// Keeps the rows that the next strip reads, too.
class RollingRows {
 public:
  RollingRows(const ImageType& type, ReadRows source) : type_(type), source_(std::move(source)) {}

  // Returns these rows, and keeps those from `next` on.
  Image take(const RowRange& rows, std::int64_t next) {
    Image image({type_.size.width, rows.count()}, type_.format);
    const std::int64_t kept = end_ - rows.begin;
    if (kept > 0) std::memcpy(image.data(), kept_.data() + (rows.begin - begin_) * bytes(), size_of(kept));
    const std::int64_t first = std::max(end_, rows.begin);
    if (rows.end > first) source_(first, rows.end - first, image.row(first - rows.begin));
    keep(image, {std::clamp(next, rows.begin, rows.end), rows.end}, rows.begin);
    return image;
  }

 private:
  std::int64_t bytes() const { return type_.size.width * static_cast<std::int64_t>(type_.format.bytes()); }
  std::size_t size_of(std::int64_t rows) const { return static_cast<std::size_t>(rows * bytes()); }

  void keep(const Image& image, const RowRange& rows, std::int64_t first) {
    // A vector that grows takes twice what it had, beside it.
    if (kept_.capacity() < size_of(rows.count())) kept_ = std::vector<std::byte>();
    kept_.resize(size_of(rows.count()));
    if (!kept_.empty()) std::memcpy(kept_.data(), image.row(rows.begin - first), kept_.size());
    begin_ = rows.begin;
    end_ = rows.end;
  }

  ImageType type_;
  ReadRows source_;
  std::vector<std::byte> kept_;  // rows from begin_ to before end_, before which none is read again
  std::int64_t begin_ = 0, end_ = 0;
};

}  // namespace lenslet
