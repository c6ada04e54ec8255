// One line: time left, candidates, the best so far.
#include "tune_progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "output.hpp"

namespace lenslet::cli {

TuneLine::TuneLine(std::string what, double budget_seconds)
    : what_(std::move(what)), budget_seconds_(budget_seconds), shown_(shows_progress()) {
  if (shown_) draw_line(fmt::format("{}: starting", what_));
}

TuneLine::~TuneLine() {
  if (shown_) draw_line("");
}

void TuneLine::draw(const TuneProgress& progress) const {
  if (!shown_) return;
  const std::string best = progress.best == nullptr
                               ? "none is correct yet"
                               : fmt::format("best {:.4f} ms {}", progress.best->time.low_ms, progress.best->schedule);
  const std::string left = progress.finals
                               ? "timing the best in turns"
                               : fmt::format("{:.0f} s left", std::max(0.0, budget_seconds_ - progress.seconds));
  draw_line(fmt::format("{}: {}, {} tried, {}", what_, left, progress.tried, best));
}

}  // namespace lenslet::cli
