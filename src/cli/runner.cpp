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
#include "plot/svg.hpp"
#include "text_file.hpp"
#include "tuning_note.hpp"

namespace lenslet::cli {
namespace {

// Within a factor of two in pixels.
bool are_near(Size a, Size b) {
  const auto pixels = [](Size size) { return static_cast<double>(size.width) * static_cast<double>(size.height); };
  return pixels(a) < 2 * pixels(b) && pixels(b) < 2 * pixels(a);
}

const ImageType* image_of(const ValueType& type) {
  return std::get_if<ImageType>(&type);
}

// Whether a plan for the one serves the other. One of images does for other sizes, if it makes images of its inputs'.
bool serves(const Plan& plan, const ValueType& type, const ValueType& other) {
  const ImageType *image = image_of(type), *wanted = image_of(other);
  if (!image || !wanted) return type == other;
  const bool same_size = std::ranges::all_of(plan.outputs(), [&](const ValueType& output) {
    return image_of(output) && image_of(output)->size == image->size;
  });
  return image->format == wanted->format &&
         (image->size == wanted->size || (same_size && are_near(image->size, wanted->size)));
}

bool serves(const Plan& plan, const Work& work, const Work& other) {
  return work.call.arguments == other.call.arguments &&
         std::ranges::equal(work.inputs, other.inputs,
                            [&](const ValueType& a, const ValueType& b) { return serves(plan, a, b); });
}

// What the plan makes of inputs of these types, which may be images of another size than it was made for.
std::vector<ValueType> outputs_of(const Plan& plan, const Work& work) {
  std::vector<ValueType> outputs = plan.outputs();
  const ImageType *planned = image_of(plan.inputs().front()), *given = image_of(work.inputs.front());
  for (ValueType& output : outputs)
    if (auto* image = std::get_if<ImageType>(&output); image && planned && image->size == planned->size)
      image->size = given->size;
  return outputs;
}

std::uint64_t scratch_of(const Session& session, const Plan& plan, const Work& work) {
  const ImageType* image = image_of(work.inputs.front());
  return image ? scratch_bytes(session, plan, image->size) : 0;
}

DeviceValue upload(const Session& session, const Plan& plan, const HostValue& value) {
  if (const auto* array = std::get_if<Array>(&value)) return session.upload(*array);
  return session.upload(std::get<Image>(value), plan.input_storage());
}

HostValue download(const Session& session, const DeviceValue& value) {
  return std::visit([&](const auto& known) -> HostValue { return session.download(known); }, value);
}

// The first launch also pays for what the device does lazily, so the report of speed launches again, up to 5 times
// within half a second.
Timing fastest(const Plan& plan, const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs) {
  const auto start = Clock::now();
  Timing best;
  for (int i = 0; i < 5 && (i == 0 || ms_since(start) < 500); ++i) {
    Timing timing;
    plan.run_into(inputs, outputs, &timing);
    if (i == 0 || timing.kernel_ms < best.kernel_ms) best = timing;
  }
  return best;
}

std::vector<Array> arrays_of(const std::vector<HostValue>& values) {
  std::vector<Array> arrays;
  for (const HostValue& value : values) arrays.push_back(std::get<Array>(value));
  return arrays;
}

std::vector<ReportedValue> reported_inputs(const OpInfo& info, const Inputs& inputs) {
  std::vector<ReportedValue> reported;
  const std::vector<std::string> names = input_names(info, inputs.call);
  for (std::size_t i = 0; i < inputs.values.size(); ++i)
    reported.push_back({names[i], inputs.values[i].name, inputs.types[i]});
  return reported;
}

std::vector<ReportedValue> reported_outputs(const std::vector<std::string>& names,
                                            const std::vector<std::string>& files,
                                            const std::vector<HostValue>& values) {
  std::vector<ReportedValue> reported;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool printed = i >= files.size();
    reported.push_back({names[i], printed ? "" : files[i], type_of(values[i])});
    if (printed) reported.back().elements = std::get<Array>(values[i]);
  }
  return reported;
}

}  // namespace

// What the op makes of arrays decides which words are outputs. Those that cannot be written are told before the work.
std::vector<std::string> Runner::array_files(const Job& job, const Words& left, const Inputs& inputs) const {
  std::vector<std::string> names;
  const std::vector<ArrayOutput> outputs = array_outputs(inputs.call, array_types(inputs.types));
  for (const ArrayOutput& output : outputs) names.push_back(output.name);
  std::vector<std::string> files = output_files(info_, job, left, names);
  for (std::size_t i = 0; i < files.size(); ++i) check_value_file(files[i], outputs[i].type);
  FileNames all;
  for (const std::string& file : inputs.files) all.read(file);
  std::vector<std::string> results = files;
  if (options_.plot) results.push_back(*options_.plot);
  for (const std::string& file : results) all.write(file);
  if (!options_.dump_kernel.empty()) all.write(options_.dump_kernel.string());
  make_folder(options_.out_dir);
  for (const std::string& file : results) check_writable(file);
  return files;
}

RunReport Runner::run(const Job& job) {
  std::vector<std::string> files;
  if (!info_.of_arrays()) files = image_files(info_, call_, job);
  for (const std::string& file : files) check_suffix(file, kind_of(info_));
  Words words(job.words);
  Inputs inputs = read_inputs(info_, call_, words, options_.types,
                              {.limits = options_.limits, .session = session_, .session_options = options_.session});
  if (info_.of_arrays()) files = array_files(job, words, inputs);
  if (!session_) session_ = open_session(options_.session);

  const Work work{inputs.call, inputs.types, filter_options(options_, inputs.types)};
  check_device_memory(*session_, work);
  const Plan& chosen = plan(work);
  RunReport report;
  check_need(chosen, work, inputs, files, report);
  std::vector<HostValue> values = take_values(inputs);
  report.notes = inputs.notes;
  const std::vector<HostValue> results = compute(chosen, values, report);
  std::optional<Picture> picture;
  if (options_.plot) picture = {*options_.plot, plot::svg(plot_of(work.call, arrays_of(values), arrays_of(results)))};
  make_folder(options_.out_dir);
  write_outputs(files, results, picture, inputs.values.front(), options_.write);
  report.inputs = reported_inputs(info_, inputs);
  report.outputs = reported_outputs(chosen.output_names(), files, results);
  report.plot = options_.plot;
  return report;
}

const Plan& Runner::plan(const Work& work) {
  for (const Ready& ready : plans_)
    if (serves(ready.plan, ready.work, work)) return ready.plan;
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

void Runner::check_need(const Plan& chosen, const Work& work, const Inputs& inputs,
                        const std::vector<std::string>& files, RunReport& report) const {
  const std::vector<ValueType> outputs = outputs_of(chosen, work);
  report.memory_bytes = run_need({.session = *session_,
                                  .inputs = inputs.values,
                                  .input_types = inputs.types,
                                  .outputs = outputs,
                                  .files = files,
                                  .scratch = scratch_of(*session_, chosen, work),
                                  .keeps_inputs = options_.explain || options_.repeats > 0});
  check_memory(fmt::format("{} with its inputs and outputs", work.call.op), report.memory_bytes, options_.limits);
}

// What is no longer needed is freed at once: on a device that shares the host's memory it counts twice.
std::vector<HostValue> Runner::compute(const Plan& chosen, std::vector<HostValue>& values, RunReport& report) const {
  report.schedule = chosen.schedule();
  report.origin = chosen.origin();
  report.reason = chosen.reason();
  report.cache = chosen.cache_use();
  report.build_ms = chosen.build_ms();
  std::vector<DeviceValue> inputs;
  auto start = Clock::now();
  for (HostValue& value : values) {
    inputs.push_back(upload(*session_, chosen, value));
    if (!options_.plot) value = Array();
  }
  report.upload_ms = ms_since(start);
  std::vector<DeviceValue> outputs = chosen.run(inputs, &report.timing);
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
