// Jobs are items of a batch. This answers what a session asks about each.
#include "tool/jobs/runner.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/session.hpp>
#include <lenslet/specialize.hpp>

#include "system/printable.hpp"
#include "system/private_folder.hpp"
#include "tool/files/memory_need.hpp"
#include "tool/files/standard_streams.hpp"
#include "tool/files/text_file.hpp"
#include "tool/jobs/input_types.hpp"
#include "tool/jobs/missing_options.hpp"
#include "tool/jobs/outputs.hpp"
#include "tool/jobs/result_types.hpp"
#include "tool/jobs/results.hpp"
#include "tool/options/open_session.hpp"
#include "tool/options/tune_command.hpp"
#include "tool/ranks/ranks.hpp"
#include "tool/records/value_text.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/progress.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

// The origin of a work, which the command that tunes this very work must name.
struct WorkOrigin {
  std::string file;    // the image with the inputs' type, channels and size; empty if there is none
  std::string device;  // the value of --device; empty if it was not given
};

// Makes the file exclusively, so that only one of several processes gives the note. If the file cannot be made, the
// note is given each time.
bool was_said(const std::filesystem::path& directory) {
  if (directory.empty()) return false;
  try {
    const std::filesystem::path file = system::make_private_folder(directory) / "untuned-note-shown";
    std::FILE* made = std::fopen(file.c_str(), "wxe");
    return made ? std::fclose(made) != 0 : errno == EEXIST;
  } catch (const Error&) {
    return false;
  }
}

// Notes on standard error, once for a user, that the op can be tuned. A file beside the tuning results remembers that.
// If it cannot be made, the note is given once for a caller.
void note_untuned(const Session& session, const Work& work, const WorkOrigin& origin) {
  if (was_said(session.data_directory())) return;
  const std::string command = tune_command(work, origin.file, origin.device);
  const std::string way = command.empty() ? "'--tune auto'" : "the command below";
  say(
      fmt::format("lenslet: note: {} has not been tuned on {} for such inputs yet and runs in its device class's usual "
                  "way; {} finds and keeps the fastest (this is said once)",
                  system::shown_name(work.call.op), session.device().name, way));
  if (!command.empty()) say_lines("  " + command + '\n');  // unwrapped, for a shell
}

void set_sizes(std::vector<ValueType>& types, Size size) {
  for (ValueType& type : types)
    if (auto* image = std::get_if<ImageType>(&type)) image->size = size;
}

}  // namespace

Runner::Runner(const OpInfo& info, Call call, RunOptions options, std::size_t at_a_time)
    : info_(info),
      call_(std::move(call)),
      options_(std::move(options)),
      usual_outputs_(usual_outputs(info, call_)),
      at_a_time_(at_a_time) {}

OpenOptions Runner::opening() {
  return {.limits = options_.limits,
          .session = session_,
          .session_options = options_.session,
          .leaves_jpeg = options_.codec == CodecWish::device,
          .spooled = spooled_};
}

// The names of an image's results are checked before it is opened. For arrays their types decide which word is what.
Runner::Task Runner::open_files(const Job& job) {
  if (!info_.of_arrays())
    for (const std::string& file : image_files(info_, call_, job, usual_outputs_))
      if (file != "-") check_suffix(file, ValueKind::image);
  Words words(job.words);
  OpenOptions opening = this->opening();
  opening.columns = options_.columns;
  opening.of_one_page = files_of_one_page(job);
  Task task{.inputs = read_inputs(info_, call_, words, options_.types, opening)};
  task.work = {task.inputs.call, task.inputs.types,
               filter_options(options_, task.inputs.types, said_of(task.inputs.values))};
  if (!options_.types && !info_.of_arrays()) widen_for_missing(task.work, task.inputs.files, task.inputs.notes);
  if (!info_.of_arrays())
    task.beyond =
        nodata_beyond_floats(said_of(task.inputs.values), task.work.inputs, task.work.options, task.inputs.notes);
  task.inputs.types = task.work.inputs;
  task.scales = takes_scaling(options_, task.inputs.types.front(), task.work.options);
  task.outputs = work_outputs(task.work);
  task.files = output_files(info_, task.work.call, job, words, mapped(task.outputs, &WorkOutput::name));
  if (job.place.empty() && !options_.overwrite) check_replaced(task.work, task.outputs, task.files, this->opening());
  check_outputs(task.inputs.files, task.files, task.outputs, options_);
  check_result_types(task.work, task.outputs, task.files, options_);
  note_types({note_of_usual_type(task.work, task.outputs, task.files), note_of_raised_type(task.inputs),
              note_of_nodata(info_, task.inputs.types.front(), options_.filter, options_.nodata_of_file,
                             said_of(task.inputs.values))},
             task.inputs.notes);
  add_note(task.outputs, task.inputs.files.front(), task.inputs.notes);
  return task;
}

// Notes once for all jobs.
void Runner::note_types(const std::vector<std::string>& found, std::vector<std::string>& notes) {
  const auto is_said = [](const std::string& note) { return !note.empty(); };
  if (std::ranges::any_of(found, is_said) && !has_noted_.exchange(true))
    std::ranges::copy_if(found, std::back_inserter(notes), is_said);
}

// Checks whether the device and --max-memory have room for the values.
void Runner::check_room(Task& task) {
  if (!session_) session_ = open_session(options_.session);
  task.uploaded = task.inputs.types;
  task.computed = mapped(task.outputs, &WorkOutput::type);
  if (options_.region)
    for (auto* types : {&task.uploaded, &task.computed}) set_sizes(*types, options_.region->size());
  check_device_memory(*session_, {task.work.call, task.uploaded, task.work.options});
  task.report.memory_bytes = checked_need(task, 0);
}

void Runner::take_inputs(Task& task) const {
  task.values = take_values(task.inputs);
  for (std::size_t i = 0; task.beyond && i < task.values.size(); ++i)
    if (type_in(task.inputs.values[i].type) == SampleType::f64)
      make_missing(*task.beyond, std::get<Image>(task.values[i]));
  if (info_.of_arrays()) task.work.call = call_for(task.work.call, task.values);
  task.report.notes = task.inputs.notes;
  task.report.laps.end("reading");
}

// The elements of arrays may decide what is computed. Images are decoded while programs are compiled.
Runner::TaskPtr Runner::open(const Job& job) {
  const Laps laps;
  const auto task = std::make_shared<Task>(open_files(job));
  task->named = task->files;
  task->standard =
      std::make_unique<SpooledOutput>(task->files, standard_suffix(task->outputs.front().type, options_.format));
  check_room(*task);
  task->report.laps = laps;
  task->report.laps.end("reading");
  if (info_.of_arrays()) take_inputs(*task);
  return task;
}

// Uses no device before a job's files are right. Then it opens the device while the files are opened.
Runner::TaskPtr Runner::open_first(const std::vector<Job>& jobs, std::size_t& job, std::size_t last, const Tell& tell) {
  for (; job < last; ++job) try {
      return open(jobs[job]);
    } catch (...) {
      tell(job, [error = std::current_exception()]() -> RunReport { std::rethrow_exception(error); });
    }
  return nullptr;
}

// Runs a job with pages, or in strips.
RunReport Runner::run_alone(const Job& job, std::optional<StackTask>& stack) {
  return counted(stack ? run_stack(job, *stack) : run_in_strips(job));
}

// Jobs between those that run alone are a batch. Reports keep the order of the jobs.
void Runner::run(const std::vector<Job>& jobs, const Tell& tell) {
  for (std::size_t first = 0, last = 0; first < jobs.size(); first = ++last) {
    std::optional<StackTask> stack;
    std::exception_ptr error;
    const auto is_alone = [&](const Job& job) {
      try {
        stack = find_stack(job);
      } catch (...) {
        error = std::current_exception();
      }
      return error || stack || !options_.strips.empty();
    };
    while (last < jobs.size() && !is_alone(jobs[last])) ++last;
    if (first < last) run_batch(jobs, first, last, tell);
    if (last == jobs.size()) return;
    tell(last, [&] {
      if (error) std::rethrow_exception(error);
      return run_alone(jobs[last], stack);
    });
  }
}

void Runner::run_batch(const std::vector<Job>& jobs, std::size_t first, std::size_t last, const Tell& tell) {
  TaskPtr opened = open_first(jobs, first, last, tell);
  if (!opened) return;
  std::vector<std::optional<RunReport>> reports(jobs.size());
  Batch batch{.items = last - first, .at_a_time = at_a_time_, .memory = options_.limits.max_memory};
  batch.region = options_.region;
  batch.open = [&](std::size_t i) {
    return item(i == 0 ? std::exchange(opened, nullptr) : open(jobs[first + i]), reports[first + i]);
  };
  batch.ended = [&](std::size_t i, const std::exception_ptr& error) {
    tell(first + i, [&] {
      if (error) std::rethrow_exception(error);
      return counted(*std::exchange(reports[first + i], std::nullopt));
    });
  };
  batch.watch = [this](const Plan& plan, std::size_t items) { return watch(plan, items); };
  use_.busy_ms += session_->run_many(batch).busy_ms;
}

BatchItem Runner::item(const TaskPtr& task, std::optional<RunReport>& report) {
  BatchItem item{
      .work = task->work,
      .plan = [this, task] { return plan(task->work, file_of_such_image(task->inputs)).plans.front(); },
      .need = [this, task](const Plan& plan, const OnCaller& on_caller) { return need(*task, plan, on_caller); },
      .inputs = [this, task] { return read(*task); },
      .take = [this, task](std::size_t output, const DeviceValue& value) { return take(*task, output, value); },
      .results =
          [this, task, &report](BatchResult result) {
            end(*task, std::move(result));
            report = std::move(task->report);
          }};
  if (options_.explain || options_.repeats > 0)
    item.launched = [this, task](const Plan& plan, const auto& inputs, const auto& outputs) {
      measure(plan, inputs, outputs, task->report);
    };
  return item;
}

BatchNeed Runner::need(Task& task, const Plan& plan, const OnCaller& on_caller) {
  task.report.plan = plan;
  fit_to(plan, task);
  choose_codecs(task, on_caller);
  task.report.laps.end("planning");
  return {plus(task.report.memory_bytes, need_of_codecs(task)), task.uses_device_codec()};
}

// Keeps arrays that are needed again.
std::vector<BatchValue> Runner::read(Task& task) const {
  if (at_a_time_ > 1) task.report.laps.end("waiting");
  decode_inputs(task);
  if (!info_.of_arrays()) take_inputs(task);
  std::vector<BatchValue> values;
  for (std::size_t i = 0; i < task.values.size(); ++i) {
    std::optional<DeviceImage>& decoded = task.inputs.values[i].on_device;
    if (decoded)
      values.emplace_back(*std::exchange(decoded, std::nullopt));
    else if (keeps_inputs(task))
      values.emplace_back(session_->upload(std::get<Array>(task.values[i])));
    else
      values.emplace_back(std::move(task.values[i]));
  }
  task.report.laps.end("upload");
  return values;
}

void Runner::end(Task& task, BatchResult result) const {
  RunReport& report = task.report;
  const double copies = result.upload_ms + result.download_ms, all = copies + result.launch_ms + task.encoding_ms;
  report.timing = result.timing;
  if (at_a_time_ > 1) report.laps.add("waiting", std::max(0.0, report.laps.ms() - all));
  report.laps.add("upload", result.upload_ms);
  report.laps.add("launch", result.launch_ms);
  if (task.encoding_ms > 0) report.laps.add("encoding", task.encoding_ms);
  if (!result.images.empty() || !result.arrays.empty()) report.laps.add("download", result.download_ms);
  report.laps.skip();
  take_results(task, std::move(result));
  mend_results(task);
  report_values(task);
  report.plot = options_.plot;
  as_standard_stream(task.standard->file(), [&] { write(task); });
  task.standard->send();
  report.laps.end("writing");
  report.total_ms = report.laps.total_ms();
}

void Runner::report_values(Task& task) const {
  RunReport& report = task.report;
  report.inputs = reported_inputs(task.inputs);
  report.outputs = reported_outputs(report.plan->output_names(), task.named, task.results, result_types(task));
  for (std::size_t i = 0; i < task.read.size(); ++i) report.inputs[i].codec = task.read[i].codec;
  for (std::size_t i = 0; i < task.written.size(); ++i) report.outputs[i].codec = task.written[i].codec;
}

std::string Runner::waiting_text() const {
  return fmt::format("compiling {} for this device{}", system::shown_name(call_.op),
                     options_.session.cache ? " (once)" : "");
}

GroupPlan Runner::plan(const Work& work, const std::string& like) {
  const WaitingNote note(waiting_text(), !options_.verbosity.quiet);
  GroupPlan group = group_ ? group_->plan(work) : GroupPlan{{session_->plan(work)}};
  if (!options_.strips.empty()) plans_.clear();  // frees the memory that they keep
  plans_.emplace_back(group.plans.front(), work);
  if (!std::exchange(has_reported_, true)) report_first(group.plans.front(), work, like);
  return group;
}

void Runner::specialize_later() const {
  if (!is_first_rank()) return;
  for (const auto& [plan, work] : plans_) lenslet::specialize_later(*session_, plan, work);
}

void Runner::report_first(const Plan& plan, const Work& work, const std::string& like) const {
  if (options_.dump_kernel == "-")
    print_text(plan.source());
  else if (!options_.dump_kernel.empty() && is_first_rank())
    write_text(options_.dump_kernel, plan.source());
  if (options_.verbosity.quiet) return;
  for (const std::string& problem : {session_->cache_problem(), session_->tuning_problem()})
    if (!problem.empty()) print_warning(problem);
  for (const Session& session : group_ ? group_->sessions() : std::vector{*session_}) warn_of_bundle(session);
  if (options_.filter.tune == Tune::cached && plan.origin() == Origin::device_class)
    note_untuned(*session_, work,
                 {like, options_.devices.empty() ? options_.session.device : options_.devices.front()});
}

}  // namespace lenslet::cli
