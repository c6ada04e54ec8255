// Runs a job in strips by the library's run_rows(), for --memory and for several devices.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <lenslet/merging.hpp>
#include <memory>
#include <optional>

#include "system/printable.hpp"
#include "system/target_file.hpp"
#include "tool/components/files.hpp"
#include "tool/files/reading.hpp"
#include "tool/files/value_file.hpp"
#include "tool/jobs/input_types.hpp"
#include "tool/jobs/inputs.hpp"
#include "tool/jobs/missing_options.hpp"
#include "tool/jobs/outputs.hpp"
#include "tool/jobs/result_types.hpp"
#include "tool/jobs/results.hpp"
#include "tool/jobs/runner.hpp"
#include "tool/options/open_session.hpp"
#include "tool/ranks/ranks.hpp"
#include "tool/terminal/interrupt.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

// Shows the progress: on a terminal a few times a second, in a log as lines every ten seconds and at the end.
class ShownRows {
 public:
  explicit ShownRows(const Verbosity& verbosity) : draws_(!verbosity.quiet), lines_(verbosity.progress) {}

  void show(const RowProgress& now) {
    if (now.rows == now.first) return begin();
    if (!(line_->is_shown() || lines_) || now.rows == said_) return;
    const bool ends = lines_ && now.rows == now.size.height;
    if (!ends && ms_since(shown_) < (lines_ ? 10'000 : 200)) return;
    shown_ = Clock::now();
    said_ = now.rows;
    lines_ ? say("lenslet: " + text(now)) : line_->draw(text(now));
  }

  void clear() { line_.reset(); }

 private:
  // A file's rows begin again with each pass.
  void begin() {
    line_.emplace(draws_);
    said_ = 0;
    begin_ = shown_ = Clock::now();
  }

  std::string text(const RowProgress& now) const {
    const double rate = static_cast<double>(now.rows - now.first) / ms_since(begin_) * 1000;  // rows a second
    return fmt::format("{}: {:.0f}%, {:.0f} Mpx/s, {:.0f} s left", now.file,
                       100 * static_cast<double>(now.rows) / static_cast<double>(now.size.height),
                       rate * static_cast<double>(now.size.width) / 1e6,
                       static_cast<double>(now.size.height - now.rows) / rate);
  }

  bool draws_, lines_;
  std::optional<StatusLine> line_ = {};
  std::int64_t said_ = 0;
  Clock::time_point begin_ = {}, shown_ = {};
};

// Refuses inputs that would have to be read whole: standard input and arrays.
void check_input(const std::string& file, const RunOptions& options) {
  if (file == "-" || may_hold_array(file))
    throw Error(ErrorKind::unsupported,
                fmt::format("{} reads files of images row by row; '{}' is none", options.strips, file));
}

RowInput open_rows(const std::string& file, bool has_one_page, const RunOptions& options) {
  check_input(file, options);
  InputLimits limits = options.limits;
  if (has_one_page) limits.page.reset();
  return files_component.get(file).open_rows(file, read_options(limits));
}

void check_one_result(const std::vector<WorkOutput>& outputs, const std::vector<std::string>& files,
                      const RunOptions& options) {
  if (std::ranges::count(files, "-") > 0)
    throw Error(ErrorKind::unsupported, fmt::format("{} writes files, not standard output", options.strips));
  if (files.size() != 1 || outputs.size() != 1)
    throw Error(ErrorKind::unsupported, fmt::format("{} is for one result in a file; here are {} results in {}",
                                                    options.strips, outputs.size(), join(files, ", ")));
  if (const ValueType& type = outputs.front().type; !std::holds_alternative<ImageType>(type))
    throw Error(ErrorKind::unsupported, fmt::format("{} makes images, in strips of rows; '{}' gets an array of {}",
                                                    options.strips, files.front(), to_string(type)));
}

void check_options(const std::string& file, SampleType type, const RunOptions& options) {
  if (type == SampleType::f16)
    throw Error(ErrorKind::unsupported,
                fmt::format("{} writes no samples of f16 into '{}'; --ddepth f32 makes others", options.strips, file));
  if (!(options.resume || options.pyramid) || files_component->is_tiff(file)) return;
  throw Error(ErrorKind::unsupported, fmt::format("{} is for results in TIFF files; '{}' is none",
                                                  options.resume ? "--resume" : "--pyramid", file));
}

// Converts rows as they are read, some at a time.
RowInput in_type(RowInput input, SampleType type, std::optional<double> beyond) {
  const ImageType read = input.type;
  if (read.format.type != SampleType::f64) beyond.reset();
  input.type.format.type = type;
  input.rows = [read, type, beyond, begin = std::move(input.rows)]() -> ReadRows {
    return [read, type, beyond, rows = begin()](std::int64_t first, std::int64_t count, std::byte* to) {
      constexpr std::int64_t at_a_time = 16;
      for (std::int64_t y = first; y < first + count; y += at_a_time) {
        Image some({read.size.width, std::min(at_a_time, first + count - y)}, read.format);
        rows(y, some.height(), some.data());
        Image made = convert(some, type);
        if (beyond) make_missing(*beyond, made);
        to = std::copy_n(made.data(), made.stride() * made.height(), to);
      }
    };
  };
  return input;
}

// A text that must be equal on all ranks, whatever their hosts.
std::string text_of(const std::vector<ReportedValue>& inputs) {
  std::vector<std::string> texts;
  for (const ReportedValue& input : inputs)
    texts.push_back(
        fmt::format("{}: {}, {} bytes", input.file, to_string(input.type), std::filesystem::file_size(input.file)));
  return join(texts, "; ");
}

// All notes on a file are known once rows of it are read.
void note_inputs(const std::vector<RowInput>& inputs, std::vector<std::string>& notes) {
  std::vector<std::string> found;
  for (const RowInput& input : inputs) add_notes(input.name, input.notes(), found);
  notes.insert(notes.begin(), found.begin(), found.end());
}

}  // namespace

Runner::StripTask Runner::open_in_strips(const Job& job) {
  StripTask task{.work = {call_, {}, {}}};
  const std::vector<std::string> names = input_names(call_);
  const std::vector<std::string> files = image_files(info_, call_, job, usual_outputs_);
  const std::vector<std::string> of_one_page = files_of_one_page(job);
  std::vector<FileNodata> said;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool has_one_page = std::ranges::count(of_one_page, job.words[i]) > 0;
    const RowInput& input = task.inputs.emplace_back(open_rows(job.words[i], has_one_page, options_));
    said.push_back({job.words[i], input.nodata, input.type.format.type});
    task.work.inputs.emplace_back(input.type);
  }
  widen_samples(info_, call_, job.words, task.work.inputs, task.report.notes);
  refuse_types(info_, call_, task.work.inputs, options_.strips);
  task.work.options = filter_options(options_, task.work.inputs, said);
  widen_for_missing(task.work, job.words, task.report.notes);
  task.beyond = nodata_beyond_floats(said, task.work.inputs, task.work.options, task.report.notes);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto& type = std::get<ImageType>(task.work.inputs[i]);
    if (type != task.inputs[i].type) task.inputs[i] = in_type(std::move(task.inputs[i]), type.format.type, task.beyond);
    task.report.inputs.push_back({names[i], job.words[i], type});
  }
  const bool scales = takes_scaling(options_, task.work.inputs.front(), task.work.options);
  const std::vector<WorkOutput> outputs = work_outputs(task.work);
  check_one_result(outputs, files, options_);
  check_outputs(mapped(task.report.inputs, &ReportedValue::file), files, outputs, options_);
  check_result_types(task.work, outputs, files, options_);
  note_types({note_of_usual_type(task.work, outputs, files),
              note_of_nodata(info_, task.work.inputs.front(), options_.filter, options_.nodata_of_file, said)},
             task.report.notes);
  add_note(outputs, job.words.front(), task.report.notes);
  task.file = files.front();
  const SampleType type = std::get<ImageType>(outputs.front().type).format.type;
  check_options(task.file, type, options_);
  task.scaled = !options_.keep_values && is_scaled(scales, task.file, type);
  if (task.scaled) task.report.notes.push_back(scaling_note(task.file));
  return task;
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

// With several devices each strip has a limit, and a device that exceeds it is dropped. This replaces the limit of the
// whole program. A rank's device has such a limit, too, since the rank must live on to tell the others.
RowRun Runner::row_run(const StripTask& task) const {
  RowRun run{.output = task.file, .strips = {.memory = options_.memory}, .write = options_.write};
  run.resume = options_.resume;
  run.pyramid = options_.pyramid;
  run.to_u8 = task.scaled;
  if (ranks() != nullptr) run.group = &ranks()->group();
  if (options_.timeout.count() == 0) return run;
  if (group_ || ranks() != nullptr)
    run.strips.limit = options_.timeout;
  else
    run.strips.watch = [this, &made = task.report.plan] {
      return std::shared_ptr<void>(new TimeLimit(time_limit(made, StripOptions().frames)));
    };
  return run;
}

// An unfinished file that cannot be continued is reported as it is. A later failure is reported with what can be done.
RowReport Runner::run_rows(StripTask& task) {
  const std::string kept =
      fmt::format("what is finished stays in {}.part: the same command goes on with it", task.file);
  std::optional<LastWords> words;
  bool writes = false;
  ShownRows shown(options_.verbosity);
  RowRun run = row_run(task);
  run.plan = [&](const Work& work) {
    if (passes_before(task.work) > 0) task.report.laps.end("counting");
    shown.clear();
    GroupPlan made = plan(work, task.inputs.front().name);
    task.report.plan = made.plans.front();
    task.report.laps.end("planning");
    words.emplace(options_.resume && is_first_rank() ? kept : "", system::target_of(task.file) += ".part");
    return made;
  };
  run.progress = [&](const RowProgress& now) {
    shown.show(now);
    if (!words || now.file != task.file || std::exchange(writes, true) || now.first == 0 || options_.verbosity.quiet)
      return;
    print_warning(fmt::format("{}: goes on at row {} of {}", task.file, now.first, now.size.height));
  };
  RowReport done;
  try {
    files_component->run_rows(group_ ? *group_ : DeviceGroup({*session_}), task.work, task.inputs, run, done);
    return done;
  } catch (const std::exception& error) {
    leave_hanging(done.counted);
    leave_hanging(done.shares);
    const auto* known = dynamic_cast<const Error*>(&error);
    if (known == nullptr || !writes || !words->are_true()) throw;
    throw Error(known->kind(), fmt::format("{}; {}", known->what(), kept));
  }
}

void Runner::report_strips(RowReport done, StripTask& task) const {
  RunReport& report = task.report;
  for (const auto* shares : {&done.counted, &done.shares}) leave_hanging(*shares);
  note_failures(done.counted, report.notes);
  add_notes(task.file, done.notes, report.notes);
  note_failures(done.shares, report.notes);
  note_inputs(task.inputs, report.notes);
  report.outputs.push_back({report.plan->output_names().front(), task.file, done.output});
  if (group_) report.shares = std::move(done.shares);
  report.memory_bytes = done.memory_bytes;
  report.timing = done.timing;
  report.copy_ms = done.copy_ms;
  report.laps.end("strips");
  report.total_ms = report.laps.total_ms();
}

RunReport Runner::run_in_strips(const Job& job) {
  StripTask task = open_in_strips(job);
  if (ranks() != nullptr) ranks()->group().check_same("the files", text_of(task.report.inputs));
  open_devices();
  report_strips(run_rows(task), task);
  return std::move(task.report);
}

}  // namespace lenslet::cli
