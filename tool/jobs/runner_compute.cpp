// What a job does on the device, and with what comes of it.
#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/quarantine.hpp>

#include "tool/components/plots.hpp"
#include "tool/files/memory_need.hpp"
#include "tool/files/result_files.hpp"
#include "tool/files/text_file.hpp"
#include "tool/jobs/plan_use.hpp"
#include "tool/jobs/results.hpp"
#include "tool/jobs/runner.hpp"
#include "tool/ranks/ranks.hpp"
#include "tool/terminal/progress.hpp"
#include "system/shown_name.hpp"

namespace lenslet::cli {
namespace {

// Tells whether the device is at work in that part of a job, beside copies.
bool is_on_device(std::string_view lap) {
  return lap == "launch" || lap == "decoding" || lap == "encoding";
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
  const auto devices =
      static_cast<double>(ranks() != nullptr ? ranks()->count() : std::max<std::size_t>(report.shares.size(), 1));
  for (const auto& [name, ms] : report.laps.all()) {
    const bool copies = std::string_view(name).ends_with("load");
    if (copies) use_.copy_ms += ms;
    if (!first_ && (copies || is_on_device(name))) use_.busy_ms += ms;
    if (std::string_view(name) == "strips")  // whose times are sums over devices
      use_.busy_ms += std::min(ms, (report.timing.kernel_ms + report.copy_ms) / devices);
  }
}

TimeLimit Runner::time_limit(const Plan& plan, std::size_t jobs) const {
  const auto limit = options_.timeout * static_cast<std::int64_t>(jobs);
  return {*session_, {limit, options_.session.build_timeout}, system::shown_name(info_.name), [plan, limit] {
            return note_of_quarantine(plan, limit);
          }};
}

// What is no longer needed is freed at once: on a device that shares the host's memory it counts twice.
void Runner::compute(const Plan& plan, Task& task) const {
  RunReport& report = task.report;
  std::vector<DeviceValue> inputs, outputs;
  std::optional<BusyClock::Lap> busy;
  if (first_ && task.uses_device_codec()) busy.emplace(codec_clock_);
  for (std::size_t i = 0; i < task.values.size(); ++i) {
    const std::optional<DeviceImage>& decoded = task.inputs.values[i].on_device;
    inputs.push_back(decoded ? *decoded : upload(*session_, plan, task.values[i], options_.region));
    if (!options_.plot && !keeps_alpha(task.inputs)) task.values[i] = Array();
  }
  report.laps.end("upload");
  {  // some drivers compile at the first launch
    const TimeLimit limit = time_limit(plan);
    const WaitingNote note(waiting_text(), !options_.verbosity.quiet && plan.cache_use() != CacheUse::hit &&
                                               plan.cache_use() != CacheUse::bundle);
    outputs = plan.run(inputs, lenslet::RunOptions{options_.region, &report.timing});
  }
  report.laps.end("launch");
  measure(plan, inputs, outputs, report);
  inputs.clear();
  for (ValueFile& file : task.inputs.values) file.on_device.reset();
  report.laps.skip();
  for (; !outputs.empty(); outputs.erase(outputs.begin())) fetch(outputs.front(), task);
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

// A region of the result is a part of it.
Placement Runner::placement_of(const Task& task, std::size_t result) const {
  const Placement whole = task.outputs[result].placement;
  if (!options_.region) return whole;
  return within(whole, {.x0 = static_cast<double>(options_.region->x), .y0 = static_cast<double>(options_.region->y)});
}

// All results and their picture are written, or none that is new.
void Runner::write(Task& task) const {
  const std::string picture =
      options_.plot ? plots.get()(plot_with_columns(task.inputs, task.work.call, task.values, task.results)) : "";
  NewFiles made;
  for (std::size_t i = 0; i < task.files.size(); ++i) {
    made.expect(task.files[i]);
    if (i < task.written.size() && !task.written[i].bytes.empty())
      add_notes(task.files[i], write_coded(task, i), task.report.notes);
    else
      add_notes(task.files[i],
                write_value(task.files[i], std::move(task.results[i]), task.inputs.values.front(), options_.write,
                            placement_of(task, i)),
                task.report.notes);
  }
  if (options_.plot) write_text(*options_.plot, picture, options_.write.sync);
  made.keep();
}

}  // namespace lenslet::cli
