// The way of one job: read, plan, upload, launch, download, write; what can be used again for the next one is kept.
#include "tool/jobs/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <lenslet/error.hpp>
#include <lenslet/specialize.hpp>

#include "tool/files/memory_need.hpp"
#include "tool/files/standard_streams.hpp"
#include "tool/files/text_file.hpp"
#include "tool/jobs/outputs.hpp"
#include "tool/jobs/plan_use.hpp"
#include "tool/jobs/result_types.hpp"
#include "tool/jobs/results.hpp"
#include "tool/jobs/tuning_note.hpp"
#include "tool/options/open_session.hpp"
#include "tool/ranks/ranks.hpp"
#include "tool/records/value_text.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/progress.hpp"
#include "tool/terminal/text.hpp"
#include "system/shown_name.hpp"

namespace lenslet::cli {
namespace {

void set_sizes(std::vector<ValueType>& types, Size size) {
  for (ValueType& type : types)
    if (auto* image = std::get_if<ImageType>(&type)) image->size = size;
}

}  // namespace

Runner::Runner(const OpInfo& info, Call call, RunOptions options)
    : info_(info),
      call_(std::move(call)),
      options_(std::move(options)),
      usual_outputs_(usual_outputs(info, call_)),
      budget_(options_.limits.max_memory) {}

OpenOptions Runner::opening() {
  return {.limits = options_.limits,
          .session = session_,
          .session_options = options_.session,
          .leaves_jpeg = options_.codec == CodecWish::device};
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
  task.work = {task.inputs.call, task.inputs.types,
               filter_options(options_, task.inputs.types, said_of(task.inputs.values))};
  task.scales = takes_scaling(options_, task.inputs.types.front(), task.work.options);
  task.outputs = work_outputs(task.work);
  task.files = output_files(info_, task.work.call, job, words, mapped(task.outputs, &WorkOutput::name));
  if (job.place.empty() && !options_.overwrite) check_replaced(task.work, task.outputs, task.files, this->opening());
  check_outputs(task.inputs.files, task.files, task.outputs, options_);
  check_result_types(task.work, task.outputs, task.files, options_);
  note_types({note_of_usual_type(task.work, task.outputs, task.files), note_of_raised_type(task.inputs),
              note_of_nodata(info_, options_.filter, options_.nodata_of_file, said_of(task.inputs.values))},
             task.inputs.notes);
  add_note(task.outputs, task.inputs.files.front(), task.inputs.notes);
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
  if (info_.of_arrays()) task.work.call = call_for(task.work.call, task.values);
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
  choose_codecs(task);
  report.laps.end("planning");
  const std::uint64_t bytes = plus(need_in_stream(ready, task), need_of_codecs(task));
  const MemoryBudget::Share share = budget_.take(bytes);
  if (first_) report.laps.end("waiting");
  decode_inputs(task);
  if (!info_.of_arrays()) take_inputs(task);
  if (ready.stream && !task.uses_device_codec() && bytes <= options_.limits.max_memory) {
    compute_in_stream(ready, task);
  } else {
    if (ready.stream && !task.uses_device_codec()) ready.stream->trim();  // of which no other job has a part now
    compute(chosen, task);
  }
  count(report);
  finish(task);
  report_values(task, named);
  report.plot = options_.plot;
  as_standard_stream(standard.file(), [&] { write(task); });
  standard.send();
  report.laps.end("writing");
  report.total_ms = report.laps.total_ms();
  return std::move(report);
}

void Runner::report_values(Task& task, const std::vector<std::string>& named) const {
  RunReport& report = task.report;
  report.inputs = reported_inputs(task.inputs);
  report.outputs = reported_outputs(report.plan->output_names(), named, task.results, result_types(task));
  for (std::size_t i = 0; i < task.read.size(); ++i) report.inputs[i].codec = task.read[i].codec;
  for (std::size_t i = 0; i < task.written.size(); ++i) report.outputs[i].codec = task.written[i].codec;
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
  for (const Session& session : group_ ? group_->sessions() : std::vector{*session_}) warn_of_bundle(session);
  if (options_.filter.tune == Tune::cached && ready.plan.origin() == Origin::device_class)
    note_untuned(*session_, ready.work,
                 {like, options_.devices.empty() ? options_.session.device : options_.devices.front()});
}

}  // namespace lenslet::cli
