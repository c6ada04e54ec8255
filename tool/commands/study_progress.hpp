// The line on a terminal that shows how far the studies are, and how long they still take.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "studies/report/expected_time.hpp"
#include "tool/terminal/output.hpp"

namespace lenslet::cli {

class StudyProgressLine {
 public:
  StudyProgressLine(std::size_t studies, report::ExpectedTime expected);

  void next();  // study
  void draw(std::string_view study, std::size_t done, std::size_t of);
  void tick();                     // draws the line again after a second
  void clear() { line_.clear(); }  // for another line to be printed; the next draw shows it again

 private:
  using Clock = std::chrono::steady_clock;
  void show();

  std::size_t place_ = 0;
  std::size_t studies_;
  report::ExpectedTime expected_;
  std::string state_;
  Clock::time_point began_, drawn_;  // of the current study, and of the line
  StatusLine line_;
};

}  // namespace lenslet::cli
