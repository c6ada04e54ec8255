// One line: time left, candidates, the best so far.
#include "tune_progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace lenslet::cli {

TuneLine::TuneLine(std::string what, double budget_seconds)
    : what_(std::move(what)), budget_seconds_(budget_seconds), shown_(::isatty(STDERR_FILENO) == 1) {
  if (shown_) fmt::print(stderr, "\r\033[K{}: starting", what_);
}

TuneLine::~TuneLine() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void TuneLine::draw(const TuneProgress& progress) const {
  if (!shown_) return;
  const std::string best = progress.best == nullptr
                               ? "none is correct yet"
                               : fmt::format("best {:.4f} ms {}", progress.best->time.low_ms, progress.best->schedule);
  const std::string left = progress.finals
                               ? "timing the best in turns"
                               : fmt::format("{:.0f} s left", std::max(0.0, budget_seconds_ - progress.seconds));
  fmt::print(stderr, "\r\033[K{}: {}, {} tried, {}", what_, left, progress.tried, best);
  std::fflush(stderr);
}

}  // namespace lenslet::cli
