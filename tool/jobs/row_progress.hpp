// Shows how far a job in strips is.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <lenslet/image.hpp>
#include <string>
#include <utility>

#include "tool/jobs/run_report.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/terminal/output.hpp"

namespace lenslet::cli {

// Shows the progress: on a terminal a few times a second, in a log as lines every ten seconds and at the end.
class RowProgress {
 public:
  RowProgress(std::string file, Size size, const Verbosity& verbosity)
      : file_(std::move(file)), size_(size), line_(!verbosity.quiet), lines_(verbosity.progress) {}

  void begin_at(std::int64_t row) { first_ = row; }

  // A row of this process counts as so many, since others do as many meanwhile.
  void count_as(int rows) { times_ = rows; }

  void show(std::int64_t rows) {
    rows = std::min(first_ + (rows - first_) * times_, size_.height);
    if (!(line_.is_shown() || lines_) || rows == first_ || rows == said_) return;
    const bool ends = lines_ && rows == size_.height;
    if (!ends && ms_since(shown_) < (lines_ ? 10'000 : 200)) return;
    shown_ = Clock::now();
    said_ = rows;
    lines_ ? say("lenslet: " + text(rows)) : line_.draw(text(rows));
  }

 private:
  std::string text(std::int64_t rows) const {
    const double rate = static_cast<double>(rows - first_) / ms_since(begin_) * 1000;  // rows a second
    return fmt::format("{}: {:.0f}%, {:.0f} Mpx/s, {:.0f} s left", file_,
                       100 * static_cast<double>(rows) / static_cast<double>(size_.height),
                       rate * static_cast<double>(size_.width) / 1e6, static_cast<double>(size_.height - rows) / rate);
  }

  std::string file_;
  Size size_;
  std::int64_t first_ = 0;  // first row of this run
  std::int64_t said_ = 0, times_ = 1;
  StatusLine line_;
  bool lines_;
  Clock::time_point begin_ = Clock::now(), shown_ = begin_;
};

}  // namespace lenslet::cli
