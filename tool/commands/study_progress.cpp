// Shows the study and how many of its candidates are ready. After that all of them are timed in turns.
#include "tool/commands/study_progress.hpp"

#include <fmt/format.h>

#include <utility>

namespace lenslet::cli {

using Seconds = std::chrono::duration<double>;

StudyProgressLine::StudyProgressLine(std::size_t studies, report::ExpectedTime expected)
    : studies_(studies), expected_(std::move(expected)) {}

void StudyProgressLine::next() {
  const Clock::time_point now = Clock::now();
  if (place_ > 0) expected_.ended(Seconds(now - began_).count());
  ++place_;
  began_ = now;
}

void StudyProgressLine::draw(std::string_view study, std::size_t done, std::size_t of) {
  state_ = fmt::format("[{}/{}] {}: {}", place_, studies_, study,
                       done < of ? fmt::format("{} of {} ready", done, of) : fmt::format("timing {} in turns", of));
  show();
}

void StudyProgressLine::tick() {
  if (!state_.empty() && Clock::now() - drawn_ >= std::chrono::seconds(1)) show();
}

void StudyProgressLine::show() {
  drawn_ = Clock::now();
  const double left = expected_.left(Seconds(drawn_ - began_).count());
  line_.draw(fmt::format("{}, {}", state_,
                         left > 0 ? fmt::format("about {} left", report::rounded_time(left)) : "nearly done"));
}

}  // namespace lenslet::cli
