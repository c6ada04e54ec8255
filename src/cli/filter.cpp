// The way of one file: read, upload, launch, download, write; what can be used again for the next one is kept.
#include "filter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <lenslet/error.hpp>

#include "clock.hpp"
#include "exit.hpp"
#include "new_files.hpp"
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
  FileImage source = read_and_open(job.input, session_, options_.session);
  if (options_.type) source.image = convert(source.image, *options_.type);
  FileReport report;
  report.input = job.input;
  report.notes = source.notes;
  report.size = source.image.size();
  report.input_format = source.image.format();
  write(job, compute(source.image, report), source, report);
  return report;
}

const Plan& Filter::plan(const Image& image) {
  for (const Ready& ready : plans_)
    if (ready.format == image.format() && are_near(ready.size, image.size())) return ready.plan;
  FilterOptions filter = filter_options(options_, image.format());
  filter.size = image.size();
  plans_.push_back({image.format(), image.size(), session_->plan(call_, image.format(), filter)});
  if (plans_.size() == 1) report_first(plans_.front());
  return plans_.back().plan;
}

void Filter::report_first(const Ready& ready) {
  if (options_.dump_kernel == "-")
    fmt::print("{}", ready.plan.source());
  else if (!options_.dump_kernel.empty())
    write_text(options_.dump_kernel, ready.plan.source());
  if (options_.quiet) return;
  for (const std::string& problem : {session_->cache_problem(), session_->tuning_problem()})
    if (!problem.empty()) print_warning(problem);
  if (options_.filter.tune == Tune::cached && ready.plan.origin() == Origin::device_class)
    note_untuned(*session_, call_, ready.format, ready.size);
}

Result Filter::compute(const Image& image, FileReport& report) {
  const Plan& chosen = plan(image);
  report.output_format = chosen.output_format();
  report.schedule = to_string(chosen.schedule());
  report.reason = chosen.reason();
  report.cache = chosen.cache_use();
  report.build_ms = chosen.build_ms();

  Result result;
  result.names = chosen.output_names();
  auto start = Clock::now();
  const DeviceImage input = session_->upload(image);
  report.upload_ms = ms_since(start);
  const std::vector<DeviceImage> outputs = chosen.run(input, &report.timing);
  start = Clock::now();
  for (const DeviceImage& output : outputs) result.images.push_back(session_->download(output));
  report.download_ms = ms_since(start);
  if (options_.explain) report.again = fastest(chosen, input, outputs);
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
