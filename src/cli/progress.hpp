// A progress bar on standard error, drawn only where that is a terminal.
#pragma once

#include <cstddef>
#include <string>

namespace lenslet::cli {

class Progress {
 public:
  Progress(std::string what, std::size_t total, bool wanted);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void step();   // one more is done
  void clear();  // so that a line can be printed; the next step draws the bar again

 private:
  std::string what_;
  std::size_t total_;
  std::size_t done_ = 0;
  bool shown_;
};

}  // namespace lenslet::cli
