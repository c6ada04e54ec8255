// The way of a job in strips, for --memory: rows are read while those before them are computed and written.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <lenslet/image_rows.hpp>
#include <lenslet/strips.hpp>

#include "cli/files/reading.hpp"
#include "cli/jobs/outputs.hpp"
#include "cli/jobs/runner.hpp"
#include "cli/options/open_session.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/text.hpp"

namespace lenslet::cli {
namespace {

ReadRows rows_of(RowReader& reader) {
  return [&reader](std::int64_t, std::int64_t rows, std::byte* to) { reader.read(rows, to); };
}

// Says how far the work is, at most a few times a second.
class RowProgress {
 public:
  RowProgress(std::string file, Size size, bool wanted) : file_(std::move(file)), size_(size), line_(wanted) {}

  void show(std::int64_t rows) {
    if (!line_.is_shown() || ms_since(shown_) < 200) return;
    shown_ = Clock::now();
    const double seconds = ms_since(begin_) / 1000;
    const double share = static_cast<double>(rows) / static_cast<double>(size_.height);
    line_.draw(fmt::format("{}: {:.0f}%, {:.0f} Mpx/s, {:.0f} s left", file_, 100 * share,
                           static_cast<double>(rows * size_.width) / seconds / 1e6, seconds / share - seconds));
  }

 private:
  std::string file_;
  Size size_;
  StatusLine line_;
  Clock::time_point begin_ = Clock::now(), shown_ = begin_;
};

// The rows of the only result, one after the other.
class ResultRows {
 public:
  ResultRows(Strips& strips, RowProgress& progress, Timing& timing)
      : strips_(strips), progress_(progress), timing_(timing) {}

  void give(std::int64_t row, std::byte* to) {
    if (!rows_ || row == end_) advance();
    const Image& rows = rows_->images.front();
    const std::int64_t bytes = rows.width() * static_cast<std::int64_t>(rows.format().bytes());
    std::memcpy(to, rows.row(row - (end_ - rows.height())), static_cast<std::size_t>(bytes));
    progress_.show(row + 1);
  }

 private:
  void advance() {
    rows_.reset();
    rows_ = strips_.next();
    end_ += rows_->images.front().height();
    timing_.kernel_ms += rows_->timing.kernel_ms;
    timing_.launches += rows_->timing.launches;
    timing_.bytes += rows_->timing.bytes;
  }

  Strips& strips_;
  RowProgress& progress_;
  Timing& timing_;
  std::optional<Result> rows_;
  std::int64_t end_ = 0;  // behind the last row that there is
};

void check_one_result(const std::vector<WorkOutput>& outputs, const std::vector<std::string>& files) {
  if (files.size() != 1 || outputs.size() != 1 || files.front() == "-")
    throw Error(ErrorKind::unsupported, fmt::format("--memory is for one result in a file; here are {} results in {}",
                                                    outputs.size(), join(files, ", ")));
}

}  // namespace

Runner::StripTask Runner::open_in_strips(const Job& job) {
  StripTask task{.work = {call_, {}, {}}};
  const std::vector<std::string> names = needed_inputs(info_);
  for (std::size_t i = 0; i < names.size() && i < job.words.size(); ++i) {
    const RowReader& reader = task.readers.emplace_back(job.words[i], read_options(options_.limits));
    task.types.push_back({reader.header().format, reader.header().size});
    task.work.inputs.emplace_back(task.types.back());
    task.report.inputs.push_back({names[i], job.words[i], task.types.back()});
    for (const std::string& note : reader.notes()) task.report.notes.push_back(note);
  }
  task.work.options = filter_options(options_, task.work.inputs);
  const std::vector<WorkOutput> outputs = work_outputs(task.work);
  const std::vector<std::string> files = image_files(info_, call_, job, usual_outputs_);
  check_one_result(outputs, files);
  check_outputs(mapped(task.report.inputs, &ReportedValue::file), files, outputs, options_);
  task.file = files.front();
  return task;
}

void Runner::write_strips(const Plan& plan, StripTask& task) const {
  std::vector<ReadRows> sources;
  for (RowReader& reader : task.readers) sources.push_back(rows_of(reader));
  Strips strips(*session_, plan, task.types, std::move(sources), {.memory = options_.memory});
  const ImageType& result = strips.outputs().front();
  task.report.memory_bytes = strips.memory_bytes();
  RowProgress progress(task.file, result.size, !options_.verbosity.quiet);
  ResultRows rows(strips, progress, task.report.timing);
  write_image_rows(
      task.file, result, task.readers.front().metadata(),
      [&](std::int64_t row, std::int64_t, std::byte* to) { rows.give(row, to); }, options_.write);
  task.report.outputs.push_back({plan.output_names().front(), task.file, result});
}

RunReport Runner::run_in_strips(const Job& job) {
  if (!session_) session_ = open_session(options_.session);
  StripTask task = open_in_strips(job);
  RunReport& report = task.report;
  const Plan& plan = ready_for(task.work).plan;
  report.plan = plan;
  report.laps.end("planning");
  write_strips(plan, task);
  report.laps.end("strips");
  report.total_ms = report.laps.total_ms();
  return std::move(report);
}

}  // namespace lenslet::cli
