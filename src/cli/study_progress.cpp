// Which study, and how many of its candidates are ready; then all of them are timed in turns.
#include "study_progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace lenslet::cli {

StudyProgressLine::StudyProgressLine(std::size_t studies) : studies_(studies), shown_(::isatty(STDERR_FILENO) == 1) {}

void StudyProgressLine::draw(std::string_view study, std::size_t done, std::size_t of) const {
  if (!shown_) return;
  const std::string state = done < of ? fmt::format("{} of {} ready", done, of) : fmt::format("timing {} in turns", of);
  fmt::print(stderr, "\r\033[K[{}/{}] {}: {}", place_, studies_, study, state);
  std::fflush(stderr);
}

void StudyProgressLine::clear() const {
  if (shown_) std::fputs("\r\033[K", stderr);
}

}  // namespace lenslet::cli
