// How far a job in strips is.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <lenslet/image.hpp>
#include <string>
#include <utility>

#include "cli/jobs/run_report.hpp"
#include "cli/terminal/output.hpp"

namespace lenslet::cli {

// Says how far the work is, at most a few times a second.
class RowProgress {
 public:
  RowProgress(std::string file, Size size, bool wanted) : file_(std::move(file)), size_(size), line_(wanted) {}

  void begin_at(std::int64_t row) { first_ = row; }

  void show(std::int64_t rows) {
    if (!line_.is_shown() || ms_since(shown_) < 200 || rows == first_) return;
    shown_ = Clock::now();
    const double rate = static_cast<double>(rows - first_) / ms_since(begin_) * 1000;  // rows a second
    line_.draw(fmt::format("{}: {:.0f}%, {:.0f} Mpx/s, {:.0f} s left", file_,
                           100 * static_cast<double>(rows) / static_cast<double>(size_.height),
                           rate * static_cast<double>(size_.width) / 1e6,
                           static_cast<double>(size_.height - rows) / rate));
  }

 private:
  std::string file_;
  Size size_;
  std::int64_t first_ = 0;  // row that this run computes
  StatusLine line_;
  Clock::time_point begin_ = Clock::now(), shown_ = begin_;
};

}  // namespace lenslet::cli
