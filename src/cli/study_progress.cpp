// Which study, and how many of its candidates are ready; then all of them are timed in turns.
#include "study_progress.hpp"

#include <fmt/format.h>

#include "output.hpp"

namespace lenslet::cli {

StudyProgressLine::StudyProgressLine(std::size_t studies) : studies_(studies), shown_(shows_progress()) {}

void StudyProgressLine::draw(std::string_view study, std::size_t done, std::size_t of) const {
  if (!shown_) return;
  const std::string state = done < of ? fmt::format("{} of {} ready", done, of) : fmt::format("timing {} in turns", of);
  draw_line(fmt::format("[{}/{}] {}: {}", place_, studies_, study, state));
}

void StudyProgressLine::clear() const {
  if (shown_) draw_line("");
}

}  // namespace lenslet::cli
