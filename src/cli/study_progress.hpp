// The line that shows on a terminal how far the studies are.
#pragma once

#include <cstddef>
#include <string_view>

namespace lenslet::cli {

class StudyProgressLine {
 public:
  explicit StudyProgressLine(std::size_t studies);
  ~StudyProgressLine() { clear(); }
  StudyProgressLine(const StudyProgressLine&) = delete;
  StudyProgressLine& operator=(const StudyProgressLine&) = delete;

  void next() { ++place_; }  // study
  void draw(std::string_view study, std::size_t done, std::size_t of) const;
  void clear() const;  // so that a line can be printed; the next draw shows it again

 private:
  std::size_t place_ = 0;
  std::size_t studies_;
  bool shown_;
};

}  // namespace lenslet::cli
