// The way of one job: read, upload, launch, download, write; what can be used again for the next one is kept.
#include "runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lenslet/plot.hpp>

#include "clock.hpp"
#include "exit.hpp"
#include "memory_need.hpp"
#include "new_files.hpp"
#include "open_session.hpp"
#include "output.hpp"
#include "outputs.hpp"
#include "plan_use.hpp"
#include "plot/svg.hpp"
#include "results.hpp"
#include "standard_streams.hpp"
#include "text_file.hpp"
#include "tuning_note.hpp"
#include "waiting_note.hpp"

namespace lenslet::cli {
namespace {

std::vector<ValueType> array_outputs_of(const Work& work) {
  std::vector<ValueType> types;
  for (const ArrayOutput& output : array_outputs(work.call, array_types(work.inputs))) types.emplace_back(output.type);
  return types;
}

std::string usual_format(const OpInfo& info) {
  return info.of_arrays() ? ".csv" : ".png";
}

}  // namespace

// What the op makes of arrays decides which words are outputs. Those that cannot be written are told before the work.
std::vector<std::string> Runner::array_files(const Job& job, const Words& left, const Inputs& inputs) {
  std::vector<std::string> names;
  const std::vector<ArrayOutput> outputs = array_outputs(inputs.call, array_types(inputs.types));
  for (const ArrayOutput& output : outputs) names.push_back(output.name);
  std::vector<std::string> files = output_files(info_, job, left, names);
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i] == "-") continue;
    check_value_file(files[i], outputs[i].type);
    if (job.place.empty() && !options_.overwrite) check_replaced(files[i], outputs[i]);
  }
  FileNames all;
  for (const std::string& file : inputs.files) all.read(file);
  std::vector<std::string> results = files;
  if (options_.plot) results.push_back(*options_.plot);
  for (const std::string& file : results) all.write(file);
  if (!options_.dump_kernel.empty()) all.write(options_.dump_kernel.string());
  make_folder(options_.out_dir);
  for (const std::string& file : results)
    if (file != "-") check_writable(file);
  return files;
}

// "lenslet reduce sum x.npy y.npy" may be meant to add both: a single number does not replace an array.
void Runner::check_replaced(const std::string& file, const ArrayOutput& output) {
  if (!output.type.shape.empty()) return;
  const std::optional<ArrayType> held = array_in(file, opening());
  if (!held || held->count() <= 1) return;
  usage_error(
      fmt::format("'{}' holds {} and would be replaced by the result {}, {}: {} has {} input{} here; --overwrite "
                  "replaces it",
                  file, to_string(*held), output.name, to_string(output.type), call_.op,
                  input_names(info_, call_).size(), input_names(info_, call_).size() == 1 ? "" : "s"));
}

OpenOptions Runner::opening() {
  return {.limits = options_.limits, .session = session_, .session_options = options_.session};
}

Runner::Opened Runner::open(const Job& job) {
  Opened opened;
  std::vector<std::string>& files = opened.files;
  if (!info_.of_arrays()) files = image_files(info_, call_, job);
  for (const std::string& file : files)
    if (file != "-") check_suffix(file, kind_of(info_));
  Words words(job.words);
  OpenOptions options = opening();
  options.columns = options_.columns;
  opened.inputs = read_inputs(info_, call_, words, options_.types, options);
  if (info_.of_arrays()) files = array_files(job, words, opened.inputs);
  check_standard_output(files);
  return opened;
}

// Of arrays all is known before anything is compiled.
const Plan& Runner::plan_and_take(Work& work, Opened& opened, std::vector<HostValue>& values, RunReport& report) {
  if (info_.of_arrays()) {
    check_need(array_outputs_of(work), 0, opened, report);
    values = take_values(opened.inputs);
    work.call = call_for(work.call, values);
  }
  const auto start = Clock::now();
  const Plan& chosen = plan(work);
  report.planning_ms = ms_since(start);
  if (!info_.of_arrays()) {
    check_need(outputs_of(chosen, work), scratch_of(*session_, chosen, work), opened, report);
    values = take_values(opened.inputs);
  }
  report.notes = opened.inputs.notes;
  return chosen;
}

RunReport Runner::run(const Job& job) {
  const auto begin = Clock::now();
  RunReport report;
  Opened opened = open(job);
  const Inputs& inputs = opened.inputs;
  const std::vector<std::string> named = opened.files;
  const SpooledOutput standard(opened.files, options_.format.empty() ? usual_format(info_) : options_.format);
  if (!session_) session_ = open_session(options_.session);

  Work work{inputs.call, inputs.types, filter_options(options_, inputs.types)};
  const bool scales = scales_result(work);
  if (scales) work.options.ddepth.reset();
  check_device_memory(*session_, work);
  std::vector<HostValue> values;
  const Plan& chosen = plan_and_take(work, opened, values, report);
  report.reading_ms = ms_since(begin) - report.planning_ms;
  std::vector<HostValue> results = compute(chosen, options_.plot || keeps_alpha(inputs), values, report);
  if (!options_.keep_values)
    for (const std::string& note : scale_results(scales, opened.files, results)) report.notes.push_back(note);
  if (keeps_alpha(inputs)) restore_alpha(std::get<Array>(values.front()), results);
  if (info_.of_arrays())
    if (const std::string text = remark_on(work.call, array_types(work.inputs), results); !text.empty())
      report.notes.push_back(text);
  const auto start = Clock::now();
  write(work, opened, values, results);
  standard.send();
  report.writing_ms = ms_since(start);
  report.total_ms = ms_since(begin);
  report.inputs = reported_inputs(info_, inputs);
  report.outputs = reported_outputs(chosen.output_names(), named, results);
  report.plot = options_.plot;
  return report;
}

void Runner::write(const Work& work, const Opened& opened, const std::vector<HostValue>& values,
                   const std::vector<HostValue>& results) const {
  std::optional<Picture> picture;
  if (options_.plot)
    picture = {*options_.plot, plot::svg(with_columns(plot_of(work.call, arrays_of(values), arrays_of(results)), info_,
                                                      opened.inputs))};
  make_folder(options_.out_dir);
  write_outputs(opened.files, results, picture, opened.inputs.values.front(), options_.write);
}

// What else is printed would mix with a result there.
void Runner::check_standard_output(const std::vector<std::string>& files) const {
  const char* other = options_.verbosity.json       ? "--json"
                      : options_.explain            ? "--explain"
                      : options_.repeats > 0        ? "--repeats"
                      : options_.dump_kernel == "-" ? "--dump-kernel -"
                                                    : nullptr;
  if (other && std::ranges::count(files, "-") > 0)
    usage_error(fmt::format("a result '-' and {} would mix on standard output; give a file", other));
}

// Results of u16 that u8 is asked for are scaled: nearly all of their values are above 255.
bool Runner::scales_result(const Work& work) const {
  const ImageType* image = image_of(work.inputs.front());
  return image && image->format.type == PixelType::u16 && work.options.ddepth == PixelType::u8 && !options_.keep_values;
}

std::string Runner::waiting_text() const {
  return fmt::format("compiling {} for this device{}", info_.name, options_.session.cache ? " (once)" : "");
}

const Plan& Runner::plan(const Work& work) {
  for (const Ready& ready : plans_)
    if (serves(ready.plan, ready.work, work)) return ready.plan;
  const WaitingNote note(waiting_text(), !options_.verbosity.quiet);
  plans_.push_back({work, session_->plan(work)});
  if (plans_.size() == 1) report_first(plans_.front());
  return plans_.back().plan;
}

void Runner::report_first(const Ready& ready) {
  if (options_.dump_kernel == "-")
    print_text(ready.plan.source());
  else if (!options_.dump_kernel.empty())
    write_text(options_.dump_kernel, ready.plan.source());
  if (options_.verbosity.quiet) return;
  for (const std::string& problem : {session_->cache_problem(), session_->tuning_problem()})
    if (!problem.empty()) print_warning(problem);
  const ImageType* image = image_of(ready.work.inputs.front());
  if (image && options_.filter.tune == Tune::cached && ready.plan.origin() == Origin::device_class)
    note_untuned(*session_, call_, *image);
}

// An op of elements makes an image of an image.
bool Runner::keeps_alpha(const Inputs& inputs) const {
  return info_.of_arrays() && info_.inputs.front().reads == Reads::same && inputs.values.front().format &&
         inputs.values.front().format->alpha;
}

void Runner::check_need(const std::vector<ValueType>& outputs, std::uint64_t scratch, const Opened& opened,
                        RunReport& report) const {
  const Inputs& inputs = opened.inputs;
  report.memory_bytes = run_need({.session = *session_,
                                  .inputs = inputs.values,
                                  .input_types = inputs.types,
                                  .outputs = outputs,
                                  .files = opened.files,
                                  .scratch = scratch,
                                  .keeps_inputs = options_.explain || options_.repeats > 0,
                                  .keeps_host_inputs = options_.plot || keeps_alpha(inputs)});
  check_memory(fmt::format("{} with its inputs and outputs", inputs.call.op), report.memory_bytes, options_.limits);
}

// What is no longer needed is freed at once: on a device that shares the host's memory it counts twice.
std::vector<HostValue> Runner::compute(const Plan& chosen, bool keeps_values, std::vector<HostValue>& values,
                                       RunReport& report) const {
  report.schedule = chosen.schedule();
  report.origin = chosen.origin();
  report.reason = chosen.reason();
  report.cache = chosen.cache_use();
  report.build_ms = chosen.build_ms();
  std::vector<DeviceValue> inputs;
  auto start = Clock::now();
  for (HostValue& value : values) {
    inputs.push_back(upload(*session_, chosen, value));
    if (!keeps_values) value = Array();
  }
  report.upload_ms = ms_since(start);
  start = Clock::now();
  std::vector<DeviceValue> outputs;
  {  // some drivers compile at the first launch
    const WaitingNote note(waiting_text(), !options_.verbosity.quiet && chosen.cache_use() != CacheUse::hit);
    outputs = chosen.run(inputs, &report.timing);
  }
  report.launch_ms = ms_since(start);
  measure(chosen, inputs, outputs, report);
  inputs.clear();
  std::vector<HostValue> results;
  start = Clock::now();
  for (; !outputs.empty(); outputs.erase(outputs.begin())) results.push_back(download(*session_, outputs.front()));
  report.download_ms = ms_since(start);
  return results;
}

void Runner::measure(const Plan& chosen, const std::vector<DeviceValue>& inputs,
                     const std::vector<DeviceValue>& outputs, RunReport& report) const {
  if (options_.explain) report.again = fastest(chosen, inputs, outputs);
  for (std::int64_t i = 0; i < options_.repeats; ++i) {
    Timing timing;
    const auto begin = Clock::now();
    chosen.run_into(inputs, outputs, &timing);
    report.calls_ms.push_back(ms_since(begin));
    report.kernels_ms.push_back(timing.kernel_ms);
  }
}

}  // namespace lenslet::cli
