// lenslet pyramid: an image in several sizes, as files or at points.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <lenslet/pyramid.hpp>
#include <lenslet/session.hpp>

#include "system/input_file.hpp"
#include "system/printable.hpp"
#include "tool/commands/command.hpp"
#include "tool/files/memory_need.hpp"
#include "tool/files/result_files.hpp"
#include "tool/files/value_file.hpp"
#include "tool/jobs/batch.hpp"
#include "tool/jobs/inputs.hpp"
#include "tool/options/open_session.hpp"
#include "tool/options/option.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/options/storage_option.hpp"
#include "tool/options/values.hpp"
#include "tool/records/json.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

struct PyramidCommand : FileOptions {
  PyramidOptions pyramid;
  std::optional<SampleType> type;  // the input is converted to it
  std::filesystem::path points;    // empty: none
};

constexpr std::int64_t max_octaves = 31;
constexpr std::int64_t max_levels = 256;

double parse_sigma(const std::string& option, const std::string& text, bool zero) {
  const double sigma = parse_real(option, text);
  if (sigma < 0 || (sigma == 0 && !zero))
    usage_error(fmt::format("{}: {} is out of range; allowed: {}", option, text, zero ? "0 and more" : "more than 0"));
  return sigma;
}

// A list of sigmas also gives the number of levels.
void read_sigmas(const CLI::App& app, PyramidOptions& pyramid) {
  const auto sigma = given(app, "--sigma"), list = given(app, "--sigmas"), levels = given(app, "--levels");
  if (sigma && list) usage_error("--sigma and --sigmas exclude each other");
  take(app, "--levels", pyramid.levels, 1, max_levels);
  if (sigma) pyramid.sigmas = sigma_ladder(parse_sigma("--sigma", *sigma, false), pyramid.levels);
  if (!list) return;
  for (const std::string& word : split_list("--sigmas", *list))
    pyramid.sigmas.push_back(parse_sigma("--sigmas", word, true));
  if (!levels) pyramid.levels = static_cast<int>(pyramid.sigmas.size());
  if (pyramid.sigmas.size() != static_cast<std::size_t>(pyramid.levels))
    usage_error(fmt::format("--sigmas: {} numbers for {} levels; allowed: one for each", pyramid.sigmas.size(),
                            pyramid.levels));
}

void add_pyramid_options(CLI::App& app) {
  add_value(app, "--octaves", "N", "Octaves, each half as wide and high as the one before (default 4)");
  add_value(app, "--levels", "N", "Levels of each octave (1 to 256; default 4)");
  add_value(app, "--sigma", "S", "Blur level L of N by S * 2^(L/N) pixels of its octave; without it, levels are equal");
  add_value(app, "--sigmas", "S,...", "Blur each level by its own sigma; 0 leaves it as it is");
  add_border_option(app, "What lies outside the image: ");
  add_value(app, "--type", "TYPE", "Convert the input to this type first; its values are not rescaled");
  add_value(app, "--storage", "NAME",
            fmt::format("Where the pyramid lies on the device: {} (default {})", join(names_of(storages), ", "),
                        name_of(PyramidOptions{}.storage)));
  add_value(app, "--points", "FILE",
            "Print the pixels at these points: a line is OCTAVE,LEVEL,X,Y, with fractions of X and Y between pixels");
  add_device_option(app);
  add_file_options(app);
}

PyramidCommand read_pyramid_options(const CLI::App& app) {
  PyramidCommand command;
  static_cast<FileOptions&>(command) = read_file_options(app);
  take(app, "--octaves", command.pyramid.octaves, 1, max_octaves);
  read_sigmas(app, command.pyramid);
  take(app, "--border", command.pyramid.border, parse_border_option);
  take(app, "--type", command.type, parse_type_option);
  take(app, "--storage", command.pyramid.storage, parse_storage_option);
  command.points = given(app, "--points").value_or("");
  if (command.out_dir.empty() && command.points.empty()) usage_error("give --out-dir DIR, --points FILE or both");
  return command;
}

constexpr char column_names[] = "octave,level,x,y";
constexpr std::uint64_t max_bytes = std::uint64_t{1} << 28;  // about ten million points

KeyPoint point_of(const std::string& what, const std::string& line) {
  const std::vector<std::string> words = split_list(what, line);
  if (words.size() != 4)
    usage_error(fmt::format("{}: '{}' has {} numbers; allowed: 4, {}", what, system::excerpt(line), words.size(),
                            column_names));
  const auto number = [&](std::size_t i) {
    return static_cast<int>(parse_integer(what, words[i], 0, std::numeric_limits<std::int32_t>::max()));
  };
  return {number(0), number(1), parse_real(what, words[2]), parse_real(what, words[3])};
}

std::size_t channels_of(const std::vector<KeyPoint>& points, const std::vector<float>& values) {
  return points.empty() ? 0 : values.size() / points.size();
}

// A line is OCTAVE,LEVEL,X,Y. The last two have fractions if the point lies between pixels. The first line may be these
// names. Throws io if the file cannot be read; for a wrong line it names its number.
std::vector<KeyPoint> read_points(const std::filesystem::path& path) {
  const std::string text = system::read_input(path, max_bytes);
  std::vector<KeyPoint> points;
  int number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || (number == 1 && line == column_names)) continue;
    points.push_back(point_of(fmt::format("{}, line {}", path.string(), number), std::string(line)));
  }
  return points;
}

// These show the points with their pixels: a line for each, and the same as JSON.
std::string points_text(const std::vector<KeyPoint>& points, const std::vector<float>& values) {
  const std::size_t channels = channels_of(points, values);
  std::string text = column_names;
  for (std::size_t c = 0; c < channels; ++c) text += fmt::format(",channel{}", c);
  text += '\n';
  for (std::size_t i = 0; i < points.size(); ++i) {
    const KeyPoint& p = points[i];
    text += fmt::format("{},{},{},{}", p.octave, p.level, p.x, p.y);
    for (std::size_t c = 0; c < channels; ++c) text += fmt::format(",{}", values[i * channels + c]);
    text += '\n';
  }
  return text;
}

Json points_json(const std::vector<KeyPoint>& points, const std::vector<float>& values) {
  const std::size_t channels = channels_of(points, values);
  Json json = Json::array();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const KeyPoint& p = points[i];
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(i * channels);
    json.push_back({{"octave", p.octave},
                    {"level", p.level},
                    {"x", p.x},
                    {"y", p.y},
                    {"pixel", std::vector<float>(first, first + static_cast<std::ptrdiff_t>(channels))}});
  }
  return json;
}

constexpr std::int64_t level_alignment = 128;  // bytes, of rows on a device

// The bytes of the plans that Pyramid::build makes. Each keeps its scratch until all levels are done.
std::uint64_t blur_bytes(const Session& session, const ImageType& image, const PyramidOptions& options) {
  std::uint64_t bytes = 0;
  for (const double sigma : options.sigmas) {
    if (sigma == 0) continue;
    const Plan plan = session.plan({"gaussian", {{"sigma", sigma}}}, image.format, {.border = options.border});
    bytes += scratch_bytes(session, plan, image.size);
  }
  return bytes;
}

std::uint64_t level_bytes(const Session& session, const ImageType& image, const PyramidOptions& options) {
  if (!session.device().host_memory) return 0;
  const auto sample = static_cast<std::int64_t>(size_of(image.format.type));
  const PyramidLayout layout =
      pyramid_layout(image.size, image.format.channels, options.octaves, options.levels, level_alignment / sample);
  return static_cast<std::uint64_t>(layout.samples * sample);
}

// The memory that a pyramid of a decoded image needs. The suffix of `output` decides what writing takes.
std::uint64_t pyramid_need(const Session& session, const ImageType& image, const PyramidOptions& options,
                           const std::filesystem::path& output) {
  const std::uint64_t host = bytes_of(image), base = device_bytes(session, image),
                      levels = level_bytes(session, image, options);
  const bool objects = options.storage == Storage::image || options.storage == Storage::image_array;
  const std::uint64_t build = host + levels + base + base / 4 + base / 16 + blur_bytes(session, image, options);
  const std::uint64_t convert = host + levels + (objects ? levels : 0);
  const std::uint64_t write = levels + host + (output.empty() ? 0 : writing_bytes(output, image));
  return std::max({build, convert, write});
}

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
    const bool is_wide = may_be_floats(type.format.type);
    type.format.type = command_.type.value_or(is_wide ? SampleType::f32 : type.format.type);
    if (!command_.out_dir.empty()) check_value_file(job.place, type);
    Finished done{.record = begin_report(job, file, type)};
    if (is_wide && !command_.type)
      done.notes.push_back(fmt::format("{}: samples of type {} are held as f32", job.name(),
                                       name_of(std::get<ImageType>(file.type).format.type)));
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
  // Refuses an image that would take too much memory.
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
  BatchReport batch("pyramid", jobs_of(app.get_option("files")->results(), command), command.verbosity);
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
