// The progress bar is cleared before anything else is printed.
#include "tool/jobs/batch.hpp"

#include <fmt/format.h>

#include "tool/ranks/ranks.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"

namespace lenslet::cli {
BatchReport::BatchReport(const std::string& what, std::vector<Job> jobs, Verbosity wanted)
    : jobs_(std::move(jobs)), wanted_(wanted), progress_(what, jobs_.size(), !wanted.quiet) {}

int BatchReport::run(const std::function<Finished(const Job&)>& work) {
  for (const Job& job : jobs_) tell(job, [&] { return work(job); });
  return status();
}

void BatchReport::tell(const Job& job, const std::function<Finished()>& finish) {
  try {
    show(job, finish());
  } catch (const std::exception& error) {
    fail(job, error);
  }
  progress_.step();
}

int BatchReport::status() const {
  if (failures_ == 0) return exit_done;
  return refusals_ == jobs_.size() ? exit_usage : exit_failed;
}

void BatchReport::show(const Job& job, Finished done) {
  const bool prints = !wanted_.json && !done.text.empty();
  if (wanted_.verbose || prints || (!done.notes.empty() && !wanted_.quiet)) progress_.clear();
  if (!wanted_.quiet)
    for (const std::string& note : done.notes) print_warning(note);
  if (wanted_.verbose) say(fmt::format("{} {}", job.name(), done.summary));
  if (prints) print_text(done.text);
  if (wanted_.json) records_.push_back(std::move(done.record));
}

void BatchReport::fail(const Job& job, const std::exception& error) {
  progress_.clear();
  const int status = exit_status(error);
  if (status == exit_no_device || ranks() != nullptr) throw;
  print_error(error, jobs_.size() > 1 ? job.name() : "");
  if (wanted_.json) records_.push_back({{"input", job.name()}, {"error", error.what()}});
  ++failures_;
  if (status == exit_usage) ++refusals_;
}

}  // namespace lenslet::cli
