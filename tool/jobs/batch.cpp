// The progress bar gives way to whatever else is printed.
#include "tool/jobs/batch.hpp"

#include <fmt/format.h>

#include "tool/jobs/workers.hpp"
#include "tool/ranks/ranks.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"

namespace lenslet::cli {
namespace {

// Workers that wait for the first thread would else do so for ever, where it ends by an exception.
struct StopAtEnd {
  FirstThread& first;
  ~StopAtEnd() { first.stop(); }
};

}  // namespace

Batch::Batch(const std::string& what, std::vector<Job> jobs, Verbosity wanted)
    : jobs_(std::move(jobs)), wanted_(wanted), progress_(what, jobs_.size(), !wanted.quiet) {}

int Batch::run(const Work& work) {
  for (const Job& job : jobs_) tell(job, [&] { return work(job); });
  return status();
}

int Batch::run(const Work& work, std::size_t threads, FirstThread& first) {
  std::vector<std::optional<Outcome>> outcomes(jobs_.size());
  const auto work_on = [&](std::size_t job) {
    Outcome outcome;
    try {
      outcome.done = work(jobs_[job]);
    } catch (...) {
      outcome.error = std::current_exception();
    }
    first.change([&] { outcomes[job] = std::move(outcome); });
  };
  const Workers workers(threads, jobs_.size(), work_on);
  const StopAtEnd stop{first};
  for (std::size_t job = 0; job < jobs_.size(); ++job) {
    first.serve_until([&] { return outcomes[job].has_value(); });
    tell(jobs_[job], [&] {
      if (outcomes[job]->error) std::rethrow_exception(outcomes[job]->error);
      return *std::move(outcomes[job]->done);
    });
  }
  return status();
}

void Batch::tell(const Job& job, const std::function<Finished()>& finish) {
  try {
    show(job, finish());
  } catch (const std::exception& error) {
    fail(job, error);
  }
  progress_.step();
}

int Batch::status() const {
  if (failures_ == 0) return exit_done;
  return refusals_ == jobs_.size() ? exit_usage : exit_failed;
}

void Batch::show(const Job& job, Finished done) {
  const bool prints = !wanted_.json && !done.text.empty();
  if (wanted_.verbose || prints || (!done.notes.empty() && !wanted_.quiet)) progress_.clear();
  if (!wanted_.quiet)
    for (const std::string& note : done.notes) print_warning(note);
  if (wanted_.verbose) say(fmt::format("{} {}", job.name(), done.summary));
  if (prints) print_text(done.text);
  if (wanted_.json) records_.push_back(std::move(done.record));
}

void Batch::fail(const Job& job, const std::exception& error) {
  progress_.clear();
  const int status = exit_status(error);
  if (status == exit_no_device || ranks() != nullptr) throw;
  print_error(error, jobs_.size() > 1 ? job.name() : "");
  if (wanted_.json) records_.push_back({{"input", job.name()}, {"error", error.what()}});
  ++failures_;
  if (status == exit_usage) ++refusals_;
}

}  // namespace lenslet::cli
