// Cuts one input, whose rows come once and in order, into what strips read of it.
#pragma once

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include <lenslet/strips.hpp>

namespace lenslet {

// Keeps the rows that the next strip reads, too.
class RollingRows {
 public:
  RollingRows(const ImageType& type, ReadRows source) : type_(type), source_(std::move(source)) {}

  const ImageType& type() const { return type_; }

  // Puts these rows without gaps to `to`, and keeps those from `next` on.
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
    // A vector that grows takes twice what it had, beside it.
    if (kept_.capacity() < size) kept_ = std::vector<std::byte>();
    kept_.assign(rows, rows + size);
  }

  ImageType type_;
  ReadRows source_;
  std::vector<std::byte> kept_;  // rows from begin_ to before end_, before which none is read again
  std::int64_t begin_ = 0, end_ = 0;
};

}  // namespace lenslet
