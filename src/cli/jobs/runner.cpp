// The way of one job: read, plan, upload, launch, download, write; what can be used again for the next one is kept.
#include "cli/jobs/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <lenslet/error.hpp>
#include <lenslet/quarantine.hpp>
#include <lenslet/specialize.hpp>

#include "cli/files/memory_need.hpp"
#include "cli/files/result_files.hpp"
#include "cli/files/standard_streams.hpp"
#include "cli/files/text_file.hpp"
#include "cli/jobs/outputs.hpp"
#include "cli/jobs/plan_use.hpp"
#include "cli/jobs/result_types.hpp"
#include "cli/jobs/results.hpp"
#include "cli/jobs/tuning_note.hpp"
#include "cli/options/open_session.hpp"
#include "cli/ranks/ranks.hpp"
#include "cli/records/value_text.hpp"
#include "cli/terminal/exit.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/progress.hpp"
#include "cli/terminal/text.hpp"
#include "plot/svg.hpp"
#include "system/shown_name.hpp"

namespace lenslet::cli {
namespace {

void set_sizes(std::vector<ValueType>& types, Size size) {
  for (ValueType& type : types)
    if (auto* image = std::get_if<ImageType>(&type)) image->size = size;
}

// Keeps the next run from trying again what has just hung, and says so.
std::string note_of_quarantine(const Plan& plan, std::chrono::milliseconds limit) {
  const double seconds = std::chrono::duration<double>(limit).count();
  try {
    quarantine(plan, fmt::format("its kernels were still at work after {} s", seconds));
  } catch (const Error& error) {
    return fmt::format(" That its schedule hangs cannot be stored: {}", error.what());
  }
  return fmt::format(" Its schedule, {0}, is quarantined: --schedule {0} with a longer --timeout tries it again",
                     plan.schedule());
}

}  // namespace

Runner::Runner(const OpInfo& info, Call call, RunOptions options)
    : info_(info),
      call_(std::move(call)),
      options_(std::move(options)),
      usual_outputs_(usual_outputs(info, call_)),
      budget_(options_.limits.max_memory) {}

OpenOptions Runner::opening() {
  return {.limits = options_.limits, .session = session_, .session_options = options_.session};
}

// The names of an image's results are checked before it is opened; of arrays, their types decide which word is what.
Runner::Task Runner::open(const Job& job) {
  if (!info_.of_arrays())
    for (const std::string& file : image_files(info_, call_, job, usual_outputs_))
      if (file != "-") check_suffix(file, ValueKind::image);
  Words words(job.words);
  OpenOptions opening = this->opening();
  opening.columns = options_.columns;
  Task task{.inputs = read_inputs(info_, call_, words, options_.types, opening)};
  task.work = {task.inputs.call, task.inputs.types, filter_options(options_, task.inputs.types)};
  task.scales = takes_scaling(options_, task.inputs.types.front(), task.work.options);
  task.outputs = work_outputs(task.work);
  task.files = output_files(info_, task.work.call, job, words, mapped(task.outputs, &WorkOutput::name));
  if (job.place.empty() && !options_.overwrite) check_replaced(task.work, task.outputs, task.files, this->opening());
  check_outputs(task.inputs.files, task.files, task.outputs, options_);
  check_result_types(task.work, task.outputs, task.files, options_);
  note_types({note_of_usual_type(task.work, task.outputs, task.files), note_of_raised_type(task.inputs)},
             task.inputs.notes);
  return task;
}

// Once for all jobs.
void Runner::note_types(const std::vector<std::string>& found, std::vector<std::string>& notes) {
  const auto is_said = [](const std::string& note) { return !note.empty(); };
  if (std::ranges::any_of(found, is_said) && !has_noted_.exchange(true))
    std::ranges::copy_if(found, std::back_inserter(notes), is_said);
}

// Finds whether the device and --max-memory have room for the values.
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
  task.work.call = call_for(task.work.call, task.values);
  task.report.notes = task.inputs.notes;
  task.report.laps.end("reading");
}

// What is computed may depend on the elements of arrays. Images are decoded while programs are compiled.
RunReport Runner::run(const Job& job) {
  if (!options_.strips.empty()) return run_in_strips(job);
  const Laps laps;
  Task task = open_on_any_thread(job);
  RunReport& report = task.report;
  const std::vector<std::string> named = task.files;
  const SpooledOutput standard(task.files, standard_suffix(task.outputs.front().type, options_.format));
  check_room(task);
  report.laps = laps;
  report.laps.end("reading");
  if (info_.of_arrays()) take_inputs(task);
  Ready& ready = ready_on_any_thread(task);
  const Plan& chosen = ready.plan;
  report.plan = chosen;
  fit_to(chosen, task);
  report.laps.end("planning");
  const std::uint64_t bytes = need_in_stream(ready, task);
  const MemoryBudget::Share share = budget_.take(bytes);
  if (first_) report.laps.end("waiting");
  if (!info_.of_arrays()) take_inputs(task);
  if (ready.stream && bytes <= options_.limits.max_memory) {
    compute_in_stream(ready, task);
  } else {
    if (ready.stream) ready.stream->trim();  // of which no other job has a part now
    compute(chosen, task);
  }
  count(report);
  finish(task);
  report.inputs = reported_inputs(task.inputs);
  report.outputs = reported_outputs(chosen.output_names(), named, task.results);
  report.plot = options_.plot;
  as_standard_stream(standard.file(), [&] { write(task); });
  standard.send();
  report.laps.end("writing");
  report.total_ms = report.laps.total_ms();
  return std::move(report);
}

std::string Runner::waiting_text() const {
  return fmt::format("compiling {} for this device{}", system::shown_name(call_.op),
                     options_.session.cache ? " (once)" : "");
}

Runner::Ready& Runner::ready_for(const Work& work, const std::string& like) {
  for (Ready& ready : plans_)
    if (serves(ready.plan, ready.work, work)) return ready;
  const WaitingNote note(waiting_text(), !options_.verbosity.quiet);
  if (group_) {
    GroupPlan group = group_->plan(work);
    plans_.push_back({work, group.plans.front(), std::move(group)});
  } else {
    const Plan plan = session_->plan(work);
    plans_.push_back({work, plan, {{plan}}});
  }
  if (plans_.size() == 1) report_first(plans_.front(), like);
  return plans_.back();
}

void Runner::specialize_later() const {
  if (!is_first_rank()) return;
  for (const Ready& ready : plans_) lenslet::specialize_later(*session_, ready.plan, ready.work);
}

void Runner::report_first(const Ready& ready, const std::string& like) const {
  if (options_.dump_kernel == "-")
    print_text(ready.plan.source());
  else if (!options_.dump_kernel.empty() && is_first_rank())
    write_text(options_.dump_kernel, ready.plan.source());
  if (options_.verbosity.quiet) return;
  for (const std::string& problem : {session_->cache_problem(), session_->tuning_problem()})
    if (!problem.empty()) print_warning(problem);
  if (options_.filter.tune == Tune::cached && ready.plan.origin() == Origin::device_class)
    note_untuned(*session_, ready.work,
                 {like, options_.devices.empty() ? options_.session.device : options_.devices.front()});
}

// Only the plan knows what a region reads, and what it keeps on the device beside that.
void Runner::fit_to(const Plan& plan, Task& task) const {
  for (std::size_t i = 0; options_.region && i < task.uploaded.size(); ++i)
    if (const ImageType* image = image_of(task.inputs.types[i]))
      std::get<ImageType>(task.uploaded[i]).size = plan.reads(*options_.region, image->size).size();
  const ImageType* image = image_of(task.uploaded.front());
  task.report.memory_bytes = checked_need(task, scratch_bytes(*session_, plan, image ? image->size : Size{}));
}

// An op of elements makes an image of an image.
bool Runner::keeps_alpha(const Inputs& inputs) const {
  return info_.of_arrays() && info_.inputs.front().reads == Reads::same && inputs.values.front().format &&
         inputs.values.front().format->alpha;
}

std::uint64_t Runner::checked_need(const Task& task, std::uint64_t scratch) const {
  const std::uint64_t bytes = run_need({.session = *session_,
                                        .inputs = task.inputs.values,
                                        .input_types = task.inputs.types,
                                        .uploaded = task.uploaded,
                                        .outputs = task.computed,
                                        .files = task.files,
                                        .scratch = scratch,
                                        .keeps_inputs = options_.explain || options_.repeats > 0,
                                        .keeps_host_inputs = options_.plot || keeps_alpha(task.inputs)});
  check_memory(fmt::format("{} with its inputs and outputs", system::shown_name(task.inputs.call.op)), bytes,
               options_.limits, info_.of_arrays() ? "" : "--memory SIZE computes images in strips");
  return bytes;
}

void Runner::count(const RunReport& report) {
  const std::lock_guard lock(use_mutex_);
  use_.kernel_ms += report.timing.kernel_ms;
  use_.copy_ms += report.copy_ms;
  for (const auto& [name, ms] : report.laps.all()) {
    const bool copies = std::string_view(name).ends_with("load");
    if (copies) use_.copy_ms += ms;
    if (!first_ && (copies || std::string_view(name) == "launch")) use_.busy_ms += ms;
    if (std::string_view(name) == "strips") use_.busy_ms += std::min(ms, report.timing.kernel_ms + report.copy_ms);
  }
}

TimeLimit Runner::time_limit(const Plan& plan, std::size_t jobs) const {
  const auto limit = options_.timeout * static_cast<std::int64_t>(jobs);
  return {limit, system::shown_name(info_.name), [plan, limit] { return note_of_quarantine(plan, limit); }};
}

// What is no longer needed is freed at once: on a device that shares the host's memory it counts twice.
void Runner::compute(const Plan& plan, Task& task) const {
  RunReport& report = task.report;
  std::vector<DeviceValue> inputs, outputs;
  for (HostValue& value : task.values) {
    inputs.push_back(upload(*session_, plan, value, options_.region));
    if (!options_.plot && !keeps_alpha(task.inputs)) value = Array();
  }
  report.laps.end("upload");
  {  // some drivers compile at the first launch
    const TimeLimit limit = time_limit(plan);
    const WaitingNote note(waiting_text(), !options_.verbosity.quiet && plan.cache_use() != CacheUse::hit);
    outputs = plan.run(inputs, lenslet::RunOptions{options_.region, &report.timing});
  }
  report.laps.end("launch");
  measure(plan, inputs, outputs, report);
  inputs.clear();
  report.laps.skip();
  for (; !outputs.empty(); outputs.erase(outputs.begin())) task.results.push_back(download(*session_, outputs.front()));
  report.laps.end("download");
}

void Runner::measure(const Plan& plan, const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
                     RunReport& report) const {
  if (options_.explain) report.again = fastest(plan, inputs, outputs, options_.region);
  for (std::int64_t i = 0; i < options_.repeats; ++i) {
    Timing timing;
    const auto begin = Clock::now();
    plan.run_into(inputs, outputs, lenslet::RunOptions{options_.region, &timing});
    report.calls_ms.push_back(ms_since(begin));
    report.kernels_ms.push_back(timing.kernel_ms);
  }
}

void Runner::finish(Task& task) const {
  std::vector<std::string>& notes = task.report.notes;
  if (!options_.keep_values)
    for (const std::string& note : scale_results(task.scales, task.files, task.results)) notes.push_back(note);
  if (keeps_alpha(task.inputs)) restore_alpha(std::get<Array>(task.values.front()), task.results);
  if (!info_.of_arrays()) return;
  const std::string remark = remark_on(task.work.call, array_types(task.work.inputs), task.results);
  if (!remark.empty()) notes.push_back(remark);
}

// All results and their picture are written, or none that is new.
void Runner::write(Task& task) const {
  const std::string picture =
      options_.plot ? plot::svg(plot_with_columns(task.inputs, task.work.call, task.values, task.results)) : "";
  NewFiles made;
  for (std::size_t i = 0; i < task.files.size(); ++i) {
    made.expect(task.files[i]);
    write_value(task.files[i], std::move(task.results[i]), task.inputs.values.front(), options_.write,
                task.outputs[i].turned);
  }
  if (options_.plot) write_text(*options_.plot, picture, options_.write.sync);
  made.keep();
}

}  // namespace lenslet::cli
