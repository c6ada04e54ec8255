// The way of one file: read, upload, launch, download, write; what can be used again for the next one is kept.
#include "filter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <lenslet/error.hpp>

#include "clock.hpp"
#include "exit.hpp"
#include "memory_need.hpp"
#include "new_files.hpp"
#include "output.hpp"
#include "reading.hpp"
#include "text.hpp"
#include "text_file.hpp"
#include "tuning_note.hpp"

namespace lenslet::cli {
namespace {

// Within a factor of two in pixels.
bool are_near(Size a, Size b) {
  const auto pixels = [](Size size) { return static_cast<double>(size.width) * static_cast<double>(size.height); };
  return pixels(a) < 2 * pixels(b) && pixels(b) < 2 * pixels(a);
}

// The first launch also pays for what the device does lazily, so the report of speed launches again, up to 5 times
// within half a second.
Timing fastest(const Plan& plan, const DeviceImage& input, const std::vector<DeviceImage>& outputs) {
  const auto start = Clock::now();
  Timing best;
  for (int i = 0; i < 5 && (i == 0 || ms_since(start) < 500); ++i) {
    Timing timing;
    plan.run_into(input, outputs, &timing);
    if (i == 0 || timing.kernel_ms < best.kernel_ms) best = timing;
  }
  return best;
}

// Names the option that mends a result that the file format has no type for.
Error with_hint(const Error& error, const std::filesystem::path& path, PixelType type) {
  std::string suffix = path.extension().string();
  std::transform(suffix.begin(), suffix.end(), suffix.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const FileFormat& format : writable_formats()) {
    if (format.suffix != suffix || std::count(format.types.begin(), format.types.end(), type) > 0) continue;
    std::vector<std::string> names;
    for (const PixelType each : format.types) names.emplace_back(name_of(each));
    return {error.kind(),
            fmt::format("{} (--ddepth {} makes a result that {} holds)", error.what(), join(names, "|"), suffix)};
  }
  return error;
}

}  // namespace

FileReport Filter::run(const Job& job) {
  check_suffix(job.output);
  Source source = open_source(job.input, options_.limits, session_, options_.session);
  FileReport report;
  report.input = job.input;
  report.size = source.header().size;
  report.input_format = source.format_as(options_.type);
  const Plan& chosen = plan(report.input_format, report.size);
  report.memory_bytes =
      filter_need({*session_, source.header(), report.input_format, job.output}, chosen, options_.explain);
  check_memory(job.input.string(), report.memory_bytes, options_.limits);
  FileImage file = source.take(options_.type);
  report.notes = file.notes;
  write(job, compute(chosen, std::move(file.image), report), file, report);
  return report;
}

const Plan& Filter::plan(PixelFormat format, Size size) {
  for (const Ready& ready : plans_)
    if (ready.format == format && (ready.plan.serves_every_size() ? are_near(ready.size, size) : ready.size == size))
      return ready.plan;
  FilterOptions filter = filter_options(options_, format);
  filter.size = size;
  plans_.push_back({format, size, session_->plan(call_, format, filter)});
  if (plans_.size() == 1) report_first(plans_.front());
  return plans_.back().plan;
}

void Filter::report_first(const Ready& ready) {
  if (options_.dump_kernel == "-")
    print_text(ready.plan.source());
  else if (!options_.dump_kernel.empty())
    write_text(options_.dump_kernel, ready.plan.source());
  if (options_.quiet) return;
  for (const std::string& problem : {session_->cache_problem(), session_->tuning_problem()})
    if (!problem.empty()) print_warning(problem);
  if (options_.filter.tune == Tune::cached && ready.plan.origin() == Origin::device_class)
    note_untuned(*session_, call_, ready.format, ready.size);
}

// What is no longer needed is freed at once: on a device that shares the host's memory it counts twice.
Result Filter::compute(const Plan& chosen, Image image, FileReport& report) {
  report.output_format = chosen.output_format();
  report.schedule = chosen.schedule();
  report.reason = chosen.reason();
  report.cache = chosen.cache_use();
  report.build_ms = chosen.build_ms();

  Result result;
  result.names = chosen.output_names();
  auto start = Clock::now();
  std::optional<DeviceImage> input = session_->upload(image);
  report.upload_ms = ms_since(start);
  image = Image({1, 1}, image.format());
  std::vector<DeviceImage> outputs = chosen.run(*input, &report.timing);
  if (options_.explain) report.again = fastest(chosen, *input, outputs);
  input.reset();
  start = Clock::now();
  for (; !outputs.empty(); outputs.erase(outputs.begin())) result.images.push_back(session_->download(outputs.front()));
  report.download_ms = ms_since(start);
  return result;
}

void Filter::write(const Job& job, Result result, const FileImage& source, FileReport& report) const {
  make_folder(options_.out_dir);
  NewFiles files;
  for (std::size_t i = 0; i < result.images.size(); ++i) {
    const auto path = result.images.size() == 1 ? job.output : with_name(job.output, result.names[i]);
    const PixelType type = result.images[i].format().type;
    files.expect(path);
    try {
      write_image(path, {std::move(result.images[i]), source.metadata}, options_.write);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::unsupported) throw;
      throw with_hint(error, path, type);
    }
    report.outputs.push_back(path);
  }
  files.keep();
}

}  // namespace lenslet::cli
