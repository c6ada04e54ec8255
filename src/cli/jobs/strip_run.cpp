// The way of a job in strips, for --memory and for several devices: rows are read while those before them are computed
// and written.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <lenslet/image_rows.hpp>
#include <lenslet/merging.hpp>
#include <memory>

#include "cli/files/image_arrays.hpp"
#include "cli/files/reading.hpp"
#include "cli/files/value_file.hpp"
#include "cli/jobs/outputs.hpp"
#include "cli/jobs/result_types.hpp"
#include "cli/jobs/results.hpp"
#include "cli/jobs/runner.hpp"
#include "cli/options/open_session.hpp"
#include "cli/terminal/exit.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/text.hpp"

namespace lenslet::cli {
namespace {

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

void add(const Timing& strip, Timing& all) {
  all.kernel_ms += strip.kernel_ms;
  all.launches += strip.launches;
  all.bytes += strip.bytes;
}

// The rows of the only result, one after the other.
class ResultRows {
 public:
  ResultRows(std::function<Image()> next, RowProgress& progress) : next_(std::move(next)), progress_(progress) {}

  void give(std::int64_t row, std::byte* to) {
    if (row == end_) {
      rows_.reset();
      rows_ = next_();
      end_ += rows_->height();
    }
    const std::int64_t bytes = rows_->width() * static_cast<std::int64_t>(rows_->format().bytes());
    std::memcpy(to, rows_->row(row - (end_ - rows_->height())), static_cast<std::size_t>(bytes));
    progress_.show(row + 1);
  }

 private:
  std::function<Image()> next_;
  RowProgress& progress_;
  std::optional<Image> rows_;
  std::int64_t end_ = 0;  // behind the last row that there is
};

// Opens the file anew where rows are asked for that have passed.
ReadRows rows_of_each_pass(const std::string& file, const RunOptions& options, RowProgress& progress) {
  return [&, file, next = std::int64_t{0}, reader = std::shared_ptr<RowReader>()](std::int64_t first, std::int64_t rows,
                                                                                  std::byte* to) mutable {
    if (!reader || first < next) reader = std::make_shared<RowReader>(file, read_options(options.limits));
    reader->read(first, rows, to);
    next = first + rows;
    progress.show(next);
  };
}

// Standard input and arrays would have to be read whole.
void check_input(const std::string& file, const RunOptions& options) {
  if (file == "-" || may_hold_array(file))
    throw Error(ErrorKind::unsupported,
                fmt::format("{} reads files of images row by row; '{}' is none", options.strips, file));
}

void check_one_result(const std::vector<WorkOutput>& outputs, const std::vector<std::string>& files,
                      const RunOptions& options) {
  if (files.size() != 1 || outputs.size() != 1 || files.front() == "-")
    throw Error(ErrorKind::unsupported, fmt::format("{} is for one result in a file; here are {} results in {}",
                                                    options.strips, outputs.size(), join(files, ", ")));
}

// Who waited for a device that hangs at the end of the program might wait for ever.
void leave_hanging(const Strips& strips) {
  for (const DeviceShare& share : strips.shares())
    if (share.hangs) leave_at_once();
}

std::optional<Result> next_of(Strips& strips) {
  try {
    return strips.next();
  } catch (const std::exception&) {
    leave_hanging(strips);
    throw;
  }
}

void note_failures(const std::vector<DeviceShare>& shares, std::vector<std::string>& notes) {
  for (const DeviceShare& share : shares)
    if (!share.failure.empty())
      notes.push_back(fmt::format("device {} was dropped after {} strips, and others did its work: {}", share.device,
                                  share.strips, share.failure));
}

}  // namespace

Runner::StripTask Runner::open_in_strips(const Job& job) {
  StripTask task{.work = {call_, {}, {}}};
  const std::vector<std::string> names = input_names(call_);
  const std::vector<std::string> files = image_files(info_, call_, job, usual_outputs_);
  for (std::size_t i = 0; i < names.size(); ++i) {
    check_input(job.words[i], options_);
    const RowReader& reader = task.readers.emplace_back(job.words[i], read_options(options_.limits));
    task.types.push_back({reader.header().format, reader.header().size});
    task.work.inputs.emplace_back(task.types.back());
    task.report.inputs.push_back({names[i], job.words[i], task.types.back()});
    for (const std::string& note : reader.notes()) task.report.notes.push_back(note);
  }
  task.work.options = filter_options(options_, task.work.inputs);
  task.scales = takes_scaling(options_, task.types.front(), task.work.options);
  const std::vector<WorkOutput> outputs = work_outputs(task.work);
  check_one_result(outputs, files, options_);
  check_outputs(mapped(task.report.inputs, &ReportedValue::file), files, outputs, options_);
  check_result_types(task.work, outputs, files, options_);
  note_types({note_of_usual_type(task.work, outputs, files)}, task.report.notes);
  task.file = files.front();
  task.turned = outputs.front().turned;
  return task;
}

// Several devices are given a limit in place of the program's.
StripOptions Runner::strip_options() const {
  StripOptions options{.memory = options_.memory};
  if (group_ && options_.timeout.count() > 0) options.limit = options_.timeout;
  return options;
}

void Runner::write_strips(const GroupPlan& group, StripTask& task) const {
  const Plan& plan = group.plans.front();
  std::unique_ptr<TimeLimit> limit;  // of kernels: not while a file is read
  const auto watch = [&] {           // a device of several is dropped
    if (!group_) limit.reset(new TimeLimit(time_limit(plan, StripOptions().frames)));
  };
  std::vector<ReadRows> sources;
  for (RowReader& reader : task.readers)
    sources.push_back([&](std::int64_t first, std::int64_t rows, std::byte* to) {
      limit.reset();
      reader.read(first, rows, to);
      watch();
    });
  Strips strips(group, task.types, std::move(sources), strip_options());
  RunReport& report = task.report;
  report.memory_bytes = strips.memory_bytes();
  ImageType result = strips.outputs().front();
  const bool scaled = !options_.keep_values && is_scaled(task.scales, task.file, result.format.type);
  if (scaled) {
    result.format.type = PixelType::u8;
    report.notes.push_back(scaling_note(task.file));
  }
  const auto next = [&] {
    watch();
    std::optional<Result> strip = next_of(strips);
    limit.reset();
    add(strip->timing, report.timing);
    return scaled ? scaled_to_u8(strip->images.front()) : std::move(strip->images.front());
  };
  RowProgress progress(task.file, result.size, !options_.verbosity.quiet);
  ResultRows rows(next, progress);
  const auto give = [&](std::int64_t row, std::int64_t, std::byte* to) { rows.give(row, to); };
  write_image_rows(task.file, {result, give, task.readers.front().metadata(), task.turned}, options_.write);
  report.outputs.push_back({plan.output_names().front(), task.file, result});
  if (!group_) return;
  leave_hanging(strips);
  report.shares = strips.shares();
  note_failures(report.shares, report.notes);
}

void Runner::open_devices() {
  if (session_) return;
  if (options_.devices.empty()) {
    session_ = open_session(options_.session);
    return;
  }
  group_ = open_group(options_.session);
  session_ = group_->sessions().front();
}

// Ops that see all of an image are told what they must know of it: its rows are read once more for each.
void Runner::read_ahead(const Job& job, StripTask& task) const {
  if (passes_before(task.work) == 0) return;
  RowProgress progress(job.words.front(), task.types.front().size, !options_.verbosity.quiet);
  std::vector<ReadRows> sources;
  for (std::size_t i = 0; i < task.types.size(); ++i)
    sources.push_back(rows_of_each_pass(job.words[i], options_, progress));
  task.work = merged(*session_, task.work, sources, {.memory = options_.memory});
  task.report.laps.end("counting");
}

RunReport Runner::run_in_strips(const Job& job) {
  StripTask task = open_in_strips(job);
  open_devices();
  RunReport& report = task.report;
  read_ahead(job, task);
  const Ready& ready = ready_for(task.work, job.words.front());
  report.plan = ready.plan;
  report.laps.end("planning");
  write_strips(ready.group, task);
  report.laps.end("strips");
  count(report);
  report.total_ms = report.laps.total_ms();
  return std::move(report);
}

}  // namespace lenslet::cli
