// The bar is one line that is drawn over itself.
#include "progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>

namespace lenslet::cli {

Progress::Progress(std::string what, std::size_t total, bool wanted)
    : what_(std::move(what)), total_(total), shown_(wanted && total > 1 && ::isatty(STDERR_FILENO) == 1) {}

void Progress::step() {
  ++done_;
  if (!shown_) return;
  constexpr std::size_t width = 30;
  const std::size_t full = done_ * width / total_;
  fmt::print(stderr, "\r{} [{:#<{}}{:.<{}}] {}/{}", what_, "", full, "", width - full, done_, total_);
  std::fflush(stderr);
}

void Progress::clear() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

}  // namespace lenslet::cli
