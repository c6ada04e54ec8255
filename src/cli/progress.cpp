// The bar is one line that is drawn over itself.
#include "progress.hpp"

#include <fmt/core.h>

#include "output.hpp"

namespace lenslet::cli {

Progress::Progress(std::string what, std::size_t total, bool wanted)
    : what_(std::move(what)), total_(total), shown_(wanted && total > 1 && shows_progress()) {}

void Progress::step() {
  ++done_;
  if (!shown_) return;
  constexpr std::size_t width = 30;
  const std::size_t full = done_ * width / total_;
  draw_line(fmt::format("{} [{:#<{}}{:.<{}}] {}/{}", what_, "", full, "", width - full, done_, total_));
}

void Progress::clear() {
  if (shown_) draw_line("");
}

}  // namespace lenslet::cli
