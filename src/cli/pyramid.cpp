// lenslet pyramid: an image in several sizes, as files or at points.
#include <fmt/format.h>

#include <cstdio>

#include "command.hpp"
#include "exit.hpp"
#include "file_names.hpp"
#include "help.hpp"
#include "job.hpp"
#include "json.hpp"
#include "memory_need.hpp"
#include "new_files.hpp"
#include "points.hpp"
#include "progress.hpp"
#include "pyramid_options.hpp"
#include "reading.hpp"

namespace lenslet::cli {
namespace {

std::string level_name(int octave, int level) {
  return fmt::format("o{}-l{}", octave, level);
}

std::vector<std::string> level_names(const PyramidOptions& options) {
  std::vector<std::string> names;
  for (int octave = 0; octave < options.octaves; ++octave)
    for (int level = 0; level < options.levels; ++level) names.push_back(level_name(octave, level));
  return names;
}

// Makes the pyramids of files one after the other; a bad one does not stop the others.
class Pyramids {
 public:
  Pyramids(const PyramidCommand& command, std::vector<Job> jobs)
      : command_(command), jobs_(std::move(jobs)), progress_("pyramid", jobs_.size(), !command.quiet) {
    if (!command.points.empty()) points_ = read_points(command.points);
  }

  int run() {
    for (const Job& job : jobs_) {
      try {
        make(job);
      } catch (const std::exception& error) {
        fail(job, error);
      }
      progress_.step();
    }
    if (failures_ == 0) return exit_done;
    return refusals_ == jobs_.size() ? exit_usage : exit_failed;
  }

  Json json() const {
    const PyramidOptions& options = command_.pyramid;
    Json json{{"octaves", options.octaves}, {"levels", options.levels}, {"sigmas", options.sigmas}};
    json["border"] = name_of(options.border);
    json["storage"] = name_of(options.storage);
    json["device"] = session_ ? to_json(session_->device()) : Json();
    json["files"] = files_;
    return json;
  }

 private:
  void make(const Job& job) {
    if (!command_.out_dir.empty()) check_suffix(job.output);
    const bool first = !session_;
    Source source = open_source(job.input, command_.limits, session_, command_.session);
    const PixelFormat format = source.format_as(command_.type);
    Json report = begin_report(job, source.header(), format);
    FileImage file = source.take(command_.type);
    const Pyramid pyramid = Pyramid::build(*session_, file.image, command_.pyramid);
    file.image = Image({1, 1}, format);  // frees it: the pyramid has its pixels
    report["pixels"] = pyramid.layout().pixels;
    if (!command_.points.empty()) sample(pyramid, report);
    if (!command_.out_dir.empty()) write(job, pyramid, file, report);
    report["notes"] = file.notes;
    finish(job, report, file.notes, first);
  }

  // Refuses what would take too much memory.
  Json begin_report(const Job& job, const ImageHeader& image, PixelFormat format) const {
    const std::uint64_t bytes = pyramid_need({*session_, image, format, job.output}, command_.pyramid);
    check_memory(job.input.string(), bytes, command_.limits);
    Json report{{"input", job.input.string()}, {"width", image.size.width}, {"height", image.size.height}};
    report["memory_bytes"] = bytes;
    report["format"] = to_json(format);
    return report;
  }

  void sample(const Pyramid& pyramid, Json& report) const {
    const std::vector<float> values = pyramid.sample(points_);
    if (command_.json)
      report["points"] = points_json(points_, values);
    else
      fmt::print("{}", points_text(points_, values));
  }

  void write(const Job& job, const Pyramid& pyramid, const FileImage& source, Json& report) const {
    make_folder(command_.out_dir);
    NewFiles files;
    report["outputs"] = Json::array();
    for (int octave = 0; octave < pyramid.octaves(); ++octave)
      for (int level = 0; level < pyramid.levels(); ++level) {
        const std::filesystem::path path = with_name(job.output, level_name(octave, level));
        files.expect(path);
        const Size size = pyramid.layout().at(octave, level).size;
        write_image(path, {pyramid.download(octave, level), source.metadata}, command_.write);
        report["outputs"].push_back({{"file", path.string()},
                                     {"octave", octave},
                                     {"level", level},
                                     {"width", size.width},
                                     {"height", size.height}});
      }
    files.keep();
  }

  void finish(const Job& job, const Json& report, const std::vector<std::string>& notes, bool first) {
    if (command_.json) files_.push_back(report);
    std::vector<std::string> remarks;
    for (const std::string& note : notes) remarks.push_back(fmt::format("{}: {}", job.input.string(), note));
    if (const std::string problem = session_->cache_problem(); first && !problem.empty()) remarks.push_back(problem);
    if (command_.verbose || !remarks.empty()) progress_.clear();
    if (!command_.quiet)
      for (const std::string& remark : remarks) print_warning(remark);
    if (command_.verbose) fmt::print(stderr, "{} done\n", job.input.string());
  }

  // Every file is tried, whatever their order; only where no device is found, none can succeed.
  void fail(const Job& job, const std::exception& error) {
    progress_.clear();
    const int status = exit_status(error);
    if (status == exit_no_device) throw;
    print_error(error, jobs_.size() > 1 ? job.input.string() : "");
    if (command_.json) files_.push_back({{"input", job.input.string()}, {"error", error.what()}});
    ++failures_;
    if (status == exit_usage) ++refusals_;
  }

  const PyramidCommand& command_;
  std::vector<Job> jobs_;
  std::vector<KeyPoint> points_;
  std::optional<Session> session_;
  Progress progress_;
  Json files_ = Json::array();
  std::size_t failures_ = 0;
  std::size_t refusals_ = 0;  // failures that are wrong usage
};

void check_names(const std::vector<Job>& jobs, const PyramidCommand& command) {
  FileNames names;
  for (const Job& job : jobs) names.read(job.input.string());
  if (!command.points.empty()) names.read(command.points.string());
  if (command.out_dir.empty()) return;
  for (const Job& job : jobs)
    for (const std::string& name : level_names(command.pyramid)) names.write(with_name(job.output, name).string());
}

std::vector<Job> jobs_of(const std::vector<std::string>& files, const PyramidCommand& command) {
  if (!command.points.empty() && files.size() > 1)
    usage_error(fmt::format("{} files given: --points is for one", files.size()));
  std::vector<Job> jobs = make_jobs(files, command.out_dir.empty() ? "." : command.out_dir);
  if (!command.format.empty())
    for (Job& job : jobs) job.output.replace_extension(command.format);
  check_names(jobs, command);
  return jobs;
}

int make_pyramids(const CLI::App& app) {
  const PyramidCommand command = read_pyramid_options(app);
  Pyramids pyramids(command, jobs_of(app.get_option("files")->results(), command));
  const int status = pyramids.run();
  if (command.json) print_json(pyramids.json());
  return status;
}

}  // namespace

std::function<int()> add_pyramid(CLI::App& app) {
  add_pyramid_options(app);
  add_arguments(app, "files", "Input files");
  set_help(app, "Make image pyramids: octaves of half the size, with several levels in each.",
           "lenslet pyramid IN... --out-dir DIR [options]\nlenslet pyramid IN --points FILE [options]",
           "Example: lenslet pyramid photo.png --octaves 4 --levels 4 --sigma 1.6 --out-dir levels");
  return [&app] { return make_pyramids(app); };
}

}  // namespace lenslet::cli
