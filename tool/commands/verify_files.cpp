// Runs the command as another process, as users do: this also tests its reading, its writing and its choice of
// programs.
#include "tool/commands/verify_files.hpp"

#include <lenslet/argument_text.hpp>
#include <lenslet/array_file.hpp>
#include <lenslet/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "system/input_file.hpp"
#include "system/run_program.hpp"
#include "system/temporary_folder.hpp"
#include "tool/components/files.hpp"
#include "tool/files/image_arrays.hpp"

namespace lenslet::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::minutes max_run_length{5};
constexpr std::uint64_t max_file_bytes = 1 << 20;

// Formats that keep every sample and mark the channel of alpha.
std::string suffix_for(PixelFormat format, std::uint64_t number) {
  const bool even = format.channels % 2 == 0;
  std::vector<std::string> suffixes;
  if (format.type != SampleType::f16) suffixes.emplace_back(".tif");
  if (!format.alpha) suffixes.emplace_back(".npy");
  if ((format.type == SampleType::u8 || format.type == SampleType::u16) && even == format.alpha)
    suffixes.insert(suffixes.end(), {".png", format.channels == 1 ? ".pgm" : format.channels == 3 ? ".ppm" : ".png"});
  return suffixes.empty() ? "" : suffixes[number % suffixes.size()];
}

void add(std::vector<std::string>& words, std::string_view name, std::string_view value) {
  words.push_back(fmt::format("--{}={}", name, value));
}

void add_arguments(std::vector<std::string>& words, const Call& call) {
  const OpInfo op = find_op(call.op);
  for (const Parameter& parameter : op.parameters) {
    const auto given = call.arguments.find(parameter.name);
    if (given == call.arguments.end()) continue;
    if (const bool* flag = std::get_if<bool>(&given->second); flag == nullptr)
      add(words, parameter.name, value_text(given->second));
    else if (given->second != parameter.initial)
      words.push_back((*flag ? "--" : "--no-") + parameter.name);
  }
}

// Writes as many numbers as the first image has channels.
std::string border_values(const Work& work) {
  const int channels = std::get<ImageType>(work.inputs.front()).format.channels;
  return fmt::format("{}",
                     fmt::join(work.options.border_value.begin(), work.options.border_value.begin() + channels, ","));
}

// If a parameter of the op has an option's name, the option gets the command's name in front.
void add_options(std::vector<std::string>& words, const Work& work) {
  const OpOptions& options = work.options;
  const std::vector<Parameter> parameters = find_op(work.call.op).parameters;
  const auto say = [&](const std::string& name, std::string_view value) {
    const bool is_parameter = std::ranges::count(parameters, name, &Parameter::name) > 0;
    add(words, is_parameter ? "run-" + name : name, value);
  };
  if (options.border) say("border", name_of(*options.border));
  if (border_of(work) == Border::constant) say("border-value", border_values(work));
  if (options.alpha) say("alpha", name_of(*options.alpha));
  if (options.nodata) say("nodata", fmt::format("{}", *options.nodata));
  if (options.nan != Nan::spread) say("nan", name_of(options.nan));
  if (options.accuracy) say("accuracy", name_of(*options.accuracy));
  if (options.ddepth) say("ddepth", name_of(*options.ddepth));
  if (options.specialize) say("specialize", name_of(*options.specialize));
  if (!options.schedule.empty()) say("schedule", options.schedule);
}

class FileRun {
 public:
  FileRun(const Session& session, const Work& work, std::uint64_t number) : number_(number) {
    words_ = {"run",
              work.call.op,
              "--keep-values",
              "--quiet",
              "--tune=off",
              "--no-sync",
              fmt::format("--device={}", session.device().index)};
    add_arguments(words_, work.call);
    add_options(words_, work);
  }

  // Returns whether a format can hold the image, and if so, adds it.
  bool add_input(const Image& image) {
    const std::optional<fs::path> path = add_file(image.format(), "in");
    if (path) write(*path, image);
    return path.has_value();
  }

  bool add_output(PixelFormat format) {
    const std::optional<fs::path> path = add_file(format, "out");
    if (path) outputs_.emplace_back(*path);
    return path.has_value();
  }

  std::vector<HostValue> results() {
    const system::ProgramEnd end =
        system::run_program("/proc/self/exe", words_, folder_.path() / "said", max_run_length);
    if (!end.ok) throw Error(ErrorKind::io, fmt::format("lenslet {}: {}", fmt::join(words_, " "), end.output));
    std::vector<HostValue> images;
    for (const fs::path& path : outputs_) images.emplace_back(read(path));
    return images;
  }

 private:
  std::optional<fs::path> add_file(PixelFormat format, const char* kind) {
    const std::string suffix = suffix_for(format, number_ + words_.size());
    if (suffix.empty()) return {};
    const fs::path path = folder_.path() / fmt::format("{}{}{}", kind, words_.size(), suffix);
    words_.push_back(path);
    return path;
  }

  static void write(const fs::path& path, const Image& image) {
    if (path.extension() == ".npy")
      std::ofstream(path) << npy_bytes(to_array(image));
    else
      files_component->write_image(path, {image, nullptr}, {.sync = false});
  }

  static Image read(const fs::path& path) {
    if (path.extension() != ".npy") return files_component->read_image(path, {}).image;
    const Array array = parse_npy(system::read_input(path, max_file_bytes));
    return to_image(array, image_type(array.type()).value());
  }

  system::TemporaryFolder folder_;
  std::uint64_t number_;
  std::vector<std::string> words_;
  std::vector<fs::path> outputs_;
};

}  // namespace

std::optional<std::vector<HostValue>> results_by_files(const Session& session, const Work& work,
                                                       const std::vector<HostValue>& inputs,
                                                       const std::vector<ValueType>& outputs, std::uint64_t number) {
  if (!files_component) return {};
  FileRun run(session, work, number);
  for (const HostValue& input : inputs)
    if (!run.add_input(std::get<Image>(input))) return {};
  for (const ValueType& output : outputs)
    if (!run.add_output(std::get<ImageType>(output).format)) return {};
  return run.results();
}

}  // namespace lenslet::cli
