// What a job does on the device, and with the results.
#include <algorithm>
#include <functional>
#include <string>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/quarantine.hpp>

#include "system/printable.hpp"
#include "tool/components/plots.hpp"
#include "tool/files/memory_need.hpp"
#include "tool/files/result_files.hpp"
#include "tool/files/text_file.hpp"
#include "tool/jobs/results.hpp"
#include "tool/jobs/runner.hpp"
#include "tool/ranks/ranks.hpp"
#include "tool/terminal/progress.hpp"

namespace lenslet::cli {
namespace {

// Takes the fastest of up to 5 launches within half a second. The very first launch also pays for what the device does
// lazily.
Timing fastest(const Plan& plan, const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
               const std::optional<Rect>& region) {
  const auto start = Clock::now();
  Timing best;
  for (int i = 0; i < 5 && (i == 0 || ms_since(start) < 500); ++i) {
    Timing timing;
    plan.run_into(inputs, outputs, {.region = region, .timing = &timing});
    if (i == 0 || timing.kernel_ms < best.kernel_ms) best = timing;
  }
  return best;
}

// Keeps the next run from trying again what hung just now, and returns a note.
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

// Only the plan knows what a region reads, and what else it keeps on the device.
void Runner::fit_to(const Plan& plan, Task& task) const {
  const ImageType* first = image_of(task.inputs.types.front());
  for (std::size_t i = 0; options_.region && first && i < task.uploaded.size(); ++i)
    std::get<ImageType>(task.uploaded[i]).size = plan.reads(*options_.region, first->size, i).size();
  const ImageType* image = image_of(task.uploaded.front());
  task.report.memory_bytes = checked_need(task, scratch_bytes(*session_, plan, image ? image->size : Size{}));
}

// Whether inputs stay on the host until the results are written.
bool Runner::keeps_inputs(const Task& task) const {
  return options_.plot || keeps_alpha(task.inputs);
}

// An op of elements makes an image from an image.
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
                                        .keeps_host_inputs = keeps_inputs(task)});
  check_memory(fmt::format("{} with its inputs and outputs", system::shown_name(task.inputs.call.op)), bytes,
               options_.limits, info_.of_arrays() ? "" : "--memory SIZE computes images in strips");
  return bytes;
}

RunReport Runner::counted(RunReport report) {
  use_.kernel_ms += report.timing.kernel_ms;
  use_.copy_ms += report.copy_ms;
  const auto devices =
      static_cast<double>(ranks() != nullptr ? ranks()->count() : std::max<std::size_t>(report.shares.size(), 1));
  for (const auto& [name, ms] : report.laps.all()) {
    if (std::string_view(name).ends_with("load")) use_.copy_ms += ms;
    if (std::string_view(name) == "strips")  // its times are sums over devices
      use_.busy_ms += std::min(ms, (report.timing.kernel_ms + report.copy_ms) / devices);
  }
  return report;
}

TimeLimit Runner::time_limit(const std::optional<Plan>& plan, std::size_t jobs) const {
  const auto limit = options_.timeout * static_cast<std::int64_t>(jobs);
  std::function<std::string()> at_end;
  if (plan) at_end = [plan, limit] { return note_of_quarantine(*plan, limit); };
  return {*session_, {limit, options_.session.build_timeout}, system::shown_name(info_.name), at_end};
}

// Watches the launch, too: some drivers compile at the first one.
std::shared_ptr<void> Runner::watch(const Plan& plan, std::size_t jobs) const {
  struct Watch {
    Watch(const Runner& runner, const Plan& plan, std::size_t jobs)
        : limit(runner.time_limit(plan, jobs)),
          note(runner.waiting_text(), runner.at_a_time_ == 1 && !runner.options_.verbosity.quiet &&
                                          plan.cache_use() != CacheUse::hit && plan.cache_use() != CacheUse::bundle) {}
    TimeLimit limit;
    WaitingNote note;
  };
  return std::make_shared<Watch>(*this, plan, jobs);
}

void Runner::measure(const Plan& plan, const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
                     RunReport& report) const {
  if (options_.explain) report.again = fastest(plan, inputs, outputs, options_.region);
  for (std::int64_t i = 0; i < options_.repeats; ++i) {
    Timing timing;
    const auto begin = Clock::now();
    plan.run_into(inputs, outputs, {.region = options_.region, .timing = &timing});
    report.calls_ms.push_back(ms_since(begin));
    report.kernels_ms.push_back(timing.kernel_ms);
  }
}

// Results that the device has encoded are not among the images.
void Runner::take_results(Task& task, BatchResult result) const {
  auto image = result.images.begin();
  auto array = result.arrays.begin();
  // If a filter's file has changed since the job was opened, its op may have other outputs.
  const auto next = [&](auto& place, const auto& all) -> decltype(auto) {
    if (place == all.end())
      throw Error(ErrorKind::invalid_argument, fmt::format("{}: it was changed during the run", info_.name));
    return std::move(*place++);
  };
  for (std::size_t i = 0; i < task.computed.size(); ++i)
    if (i < task.written.size() && !task.written[i].bytes.empty())
      task.results.emplace_back(Array());
    else if (image_of(task.computed[i]))
      task.results.emplace_back(next(image, result.images));
    else
      task.results.emplace_back(next(array, result.arrays));
}

void Runner::mend_results(Task& task) const {
  std::vector<std::string>& notes = task.report.notes;
  if (!options_.keep_values)
    for (const std::string& note : scale_results(task.scales, task.files, task.results)) notes.push_back(note);
  if (keeps_alpha(task.inputs)) restore_alpha(std::get<Array>(task.values.front()), task.results);
  if (task.results.size() != task.outputs.size()) return;
  const std::string remark = remark_on(task.work.call, task.work.inputs, task.results);
  if (!remark.empty()) notes.push_back(remark);
}

// A region of the result is a part of it.
Placement Runner::placement_of(const Task& task, std::size_t result) const {
  const Placement whole = task.outputs[result].placement;
  if (!options_.region) return whole;
  return within(whole, {.x0 = static_cast<double>(options_.region->x), .y0 = static_cast<double>(options_.region->y)});
}

// Writes all results and their picture, or leaves no new file.
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
                            placement_of(task, i), task.outputs[i].columns),
                task.report.notes);
  }
  if (options_.plot) write_text(*options_.plot, picture, options_.write.sync);
  made.keep();
}

}  // namespace lenslet::cli
