// Runs a job in strips, for --memory and for several devices.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <lenslet/merging.hpp>
#include <memory>

#include "system/printable.hpp"
#include "tool/components/files.hpp"
#include "tool/files/image_arrays.hpp"
#include "tool/files/reading.hpp"
#include "tool/files/value_file.hpp"
#include "tool/jobs/outputs.hpp"
#include "tool/jobs/result_types.hpp"
#include "tool/jobs/results.hpp"
#include "tool/jobs/row_progress.hpp"
#include "tool/jobs/runner.hpp"
#include "tool/options/open_session.hpp"
#include "tool/ranks/ranks.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

// Opens the file anew if rows before the current one are asked for. With several ranks, others read the rows between
// those of this one.
ReadRows rows_of_each_pass(const std::string& file, const RunOptions& options, RowProgress& progress) {
  struct Pass {
    std::shared_ptr<RowSource> reader = {};
    std::int64_t next = 0, read = 0;
  };
  return [&, file, pass = Pass()](std::int64_t first, std::int64_t rows, std::byte* to) mutable {
    if (!pass.reader || first < pass.next) pass = {files_component->open_rows(file, read_options(options.limits))};
    pass.reader->read(first, rows, to);
    pass.next = first + rows;
    pass.read += rows;
    progress.show(ranks() != nullptr ? pass.read : pass.next);
  };
}

// Refuses inputs that would have to be read whole: standard input and arrays.
void check_input(const std::string& file, const RunOptions& options) {
  if (file == "-" || may_hold_array(file))
    throw Error(ErrorKind::unsupported,
                fmt::format("{} reads files of images row by row; '{}' is none", options.strips, file));
}

void check_one_result(const std::vector<WorkOutput>& outputs, const std::vector<std::string>& files,
                      const RunOptions& options) {
  if (std::ranges::count(files, "-") > 0)
    throw Error(ErrorKind::unsupported, fmt::format("{} writes files, not standard output", options.strips));
  if (files.size() != 1 || outputs.size() != 1)
    throw Error(ErrorKind::unsupported, fmt::format("{} is for one result in a file; here are {} results in {}",
                                                    options.strips, outputs.size(), join(files, ", ")));
}

void check_options(const std::string& file, PixelType type, const RunOptions& options) {
  if (type == PixelType::f16)
    throw Error(ErrorKind::unsupported,
                fmt::format("{} writes no samples of f16 into '{}'; --ddepth f32 makes others", options.strips, file));
  if (!(options.resume || options.pyramid) || files_component->is_tiff(file)) return;
  throw Error(ErrorKind::unsupported, fmt::format("{} is for results in TIFF files; '{}' is none",
                                                  options.resume ? "--resume" : "--pyramid", file));
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
void note_inputs(const std::vector<std::unique_ptr<RowSource>>& readers, const std::vector<std::string>& files,
                 std::vector<std::string>& notes) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < readers.size(); ++i) add_notes(files[i], readers[i]->notes(), found);
  notes.insert(notes.begin(), found.begin(), found.end());
}

}  // namespace

Runner::StripTask Runner::open_in_strips(const Job& job) {
  StripTask task{.work = {call_, {}, {}}};
  const std::vector<std::string> names = input_names(call_);
  const std::vector<std::string> files = image_files(info_, call_, job, usual_outputs_);
  std::vector<FileNodata> said;
  for (std::size_t i = 0; i < names.size(); ++i) {
    check_input(job.words[i], options_);
    const RowSource& reader = *task.readers.emplace_back(
        files_component.get(job.words[i]).open_rows(job.words[i], read_options(options_.limits)));
    said.push_back({job.words[i], reader.header().nodata});
    task.types.push_back({reader.header().format, reader.header().size});
    task.work.inputs.emplace_back(task.types.back());
    task.report.inputs.push_back({names[i], job.words[i], task.types.back()});
  }
  task.work.options = filter_options(options_, task.work.inputs, said);
  const bool scales = takes_scaling(options_, task.types.front(), task.work.options);
  const std::vector<WorkOutput> outputs = work_outputs(task.work);
  check_one_result(outputs, files, options_);
  check_outputs(mapped(task.report.inputs, &ReportedValue::file), files, outputs, options_);
  check_result_types(task.work, outputs, files, options_);
  note_types({note_of_usual_type(task.work, outputs, files),
              note_of_nodata(info_, options_.filter, options_.nodata_of_file, said)},
             task.report.notes);
  add_note(outputs, job.words.front(), task.report.notes);
  task.inputs.assign(job.words.begin(), job.words.begin() + static_cast<std::ptrdiff_t>(names.size()));
  task.file = files.front();
  task.placement = outputs.front().placement;
  task.result = std::get<ImageType>(outputs.front().type);
  check_options(task.file, task.result.format.type, options_);
  task.scaled = !options_.keep_values && is_scaled(scales, task.file, task.result.format.type);
  if (!task.scaled) return task;
  task.result.format.type = PixelType::u8;
  task.report.notes.push_back(scaling_note(task.file));
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

Work Runner::merged_by_group(StripTask& task, const std::vector<ReadRows>& sources, const StripOptions& options) const {
  std::vector<DeviceShare> shares;
  try {
    Work work = merged(*group_, task.work, sources, options, &shares);
    leave_hanging(shares);
    note_failures(shares, task.report.notes);
    return work;
  } catch (const std::exception&) {
    leave_hanging(shares);
    throw;
  }
}

// Ops that see all of an image need facts about it: its rows are read once more for each op.
void Runner::read_ahead(const Job& job, StripTask& task) const {
  if (passes_before(task.work) == 0) return;
  RowProgress progress(job.words.front(), task.types.front().size, options_.verbosity);
  if (ranks() != nullptr) progress.count_as(ranks()->count());
  std::vector<ReadRows> sources;
  for (std::size_t i = 0; i < task.types.size(); ++i)
    sources.push_back(rows_of_each_pass(job.words[i], options_, progress));
  const StripOptions options = strip_options({{0, task.result.size.height}});
  if (ranks() != nullptr)
    task.work = ranks()->merged(*session_, task.work, sources, options);
  else
    task.work = group_ ? merged_by_group(task, sources, options) : merged(*session_, task.work, sources, options);
  progress.show(task.types.front().size.height);  // even if others read more of the rows
  task.report.laps.end("counting");
}

RunReport Runner::run_in_strips(const Job& job) {
  StripTask task = open_in_strips(job);
  if (ranks() != nullptr) ranks()->check_same("the files", text_of(task.report.inputs));
  open_devices();
  RunReport& report = task.report;
  read_ahead(job, task);
  const GroupPlan group = plan(task.work, job.words.front());
  report.plan = group.plans.front();
  report.laps.end("planning");
  write_strips(group, task);
  note_inputs(task.readers, task.inputs, report.notes);
  report.laps.end("strips");
  report.total_ms = report.laps.total_ms();
  return std::move(report);
}

}  // namespace lenslet::cli
