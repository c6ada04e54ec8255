// lenslet pyramid: an image in several sizes, as files or at points.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tool/commands/command.hpp"
#include "tool/commands/points.hpp"
#include "tool/commands/pyramid_memory.hpp"
#include "tool/commands/pyramid_options.hpp"
#include "tool/files/result_files.hpp"
#include "tool/files/value_file.hpp"
#include "tool/jobs/batch.hpp"
#include "tool/options/open_session.hpp"
#include "tool/options/option.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"

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

// Makes the pyramids of files one after the other.
class Pyramids {
 public:
  explicit Pyramids(const PyramidCommand& command) : command_(command) {
    if (!command.points.empty()) points_ = read_points(command.points);
  }

  Json json(const Json& records) const {
    const PyramidOptions& options = command_.pyramid;
    Json json{{"octaves", options.octaves}, {"levels", options.levels}, {"sigmas", options.sigmas}};
    json["border"] = name_of(options.border);
    json["storage"] = name_of(options.storage);
    json["device"] = session_ ? to_json(session_->device()) : Json();
    json["files"] = records;
    return json;
  }

  Finished make(const Job& job) {
    if (!command_.out_dir.empty()) check_suffix(job.place, ValueKind::image);
    const bool first = !session_;
    ValueFile file = open_value(job.name(), ValueKind::image,
                                {.limits = command_.limits, .session = session_, .session_options = command_.session});
    if (!session_) session_ = open_session(command_.session);
    ImageType type = std::get<ImageType>(file.type);
    type.format.type = command_.type.value_or(type.format.type);
    if (!command_.out_dir.empty()) check_value_file(job.place, type);
    Finished done{.record = begin_report(job, file, type)};
    HostValue image = take_value(file, type);
    const Pyramid pyramid = Pyramid::build(*session_, std::get<Image>(image), command_.pyramid);
    image = Array();  // frees the image: the pyramid has its pixels
    done.record["pixels"] = pyramid.layout().pixels;
    if (!command_.points.empty()) sample(pyramid, done);
    if (!command_.out_dir.empty()) write(job, pyramid, file, done);
    for (const std::string& note : file.notes) done.notes.push_back(fmt::format("{}: {}", job.name(), note));
    done.record["notes"] = done.notes;
    if (const std::string problem = session_->cache_problem(); first && !problem.empty()) done.notes.push_back(problem);
    done.summary = "done";
    return done;
  }

 private:
  // Refuses what would take too much memory.
  Json begin_report(const Job& job, const ValueFile& file, const ImageType& type) const {
    const std::uint64_t bytes =
        std::max(taking_bytes(file, type), pyramid_need(*session_, type, command_.pyramid, job.place));
    check_memory(job.name(), bytes, command_.limits);
    Json report{{"input", job.name()}, {"memory_bytes", bytes}};
    report.update(to_json(type));
    return report;
  }

  void sample(const Pyramid& pyramid, Finished& done) const {
    const std::vector<float> values = pyramid.sample(points_);
    if (command_.verbosity.json) done.record["points"] = points_json(points_, values);
    done.text = points_text(points_, values);
  }

  void write(const Job& job, const Pyramid& pyramid, const ValueFile& input, Finished& done) const {
    Json& report = done.record;
    make_folder(command_.out_dir);
    NewFiles files;
    report["outputs"] = Json::array();
    for (int octave = 0; octave < pyramid.octaves(); ++octave)
      for (int level = 0; level < pyramid.levels(); ++level) {
        const std::filesystem::path path = with_name(job.place, level_name(octave, level));
        files.expect(path);
        const Size size = pyramid.layout().at(octave, level).size;
        const double step = std::exp2(octave);
        for (const std::string& note :
             write_value(path, pyramid.download(octave, level), input, command_.write, {.xx = step, .yy = step}))
          done.notes.push_back(fmt::format("{}: {}", path.string(), note));
        report["outputs"].push_back({{"file", path.string()},
                                     {"octave", octave},
                                     {"level", level},
                                     {"width", size.width},
                                     {"height", size.height}});
      }
    files.keep();
  }

  const PyramidCommand& command_;
  std::vector<KeyPoint> points_;
  std::optional<Session> session_;
};

void check_levels(const std::vector<Job>& jobs, const PyramidCommand& command) {
  FileNames names;
  for (const Job& job : jobs) names.read(job.name());
  if (!command.points.empty()) names.read(command.points.string());
  if (command.out_dir.empty()) return;
  for (const Job& job : jobs)
    for (const std::string& name : level_names(command.pyramid)) names.write(with_name(job.place, name).string());
}

std::vector<Job> jobs_of(const std::vector<std::string>& files, const PyramidCommand& command) {
  if (!command.points.empty() && files.size() > 1)
    usage_error(fmt::format("{} files given: --points is for one", files.size()));
  const std::vector<Job> jobs =
      make_jobs(files, {.out_dir = command.out_dir.empty() ? "." : command.out_dir, .format = command.format});
  check_levels(jobs, command);
  return jobs;
}

int make_pyramids(const CLI::App& app) {
  const PyramidCommand command = read_pyramid_options(app);
  Batch batch("pyramid", jobs_of(app.get_option("files")->results(), command), command.verbosity);
  Pyramids pyramids(command);
  const int status = batch.run([&](const Job& job) { return pyramids.make(job); });
  if (command.verbosity.json) print_json(pyramids.json(batch.records()));
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
