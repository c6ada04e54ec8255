// Programs are compiled here for their parameters' values, so that their text is the same in each run.
#include "files/run_identity.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <lenslet/argument_text.hpp>
#include <lenslet/version.hpp>
#include <system_error>

namespace lenslet::io {
namespace {

namespace fs = std::filesystem;

std::string on_one_line(const std::string& text) {
  std::string line;
  for (const char letter : text)
    if (letter == '\n')
      line += "\\n";
    else if (letter == '\\' || letter == '"')
      line += {'\\', letter};
    else
      line += letter;
  return line;
}

std::string quoted_text(const Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text ? fmt::format("\"{}\"", on_one_line(*text)) : value_text(value);
}

// Adds the files that a text names: filters, masks and tables, even within a pipeline.
void add_files(const std::string& text, std::string& lines) {
  constexpr const char* separators = " =|,;:\t\n\"'";
  for (std::size_t at = 0; (at = text.find_first_not_of(separators, at)) != text.npos;) {
    const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
    const fs::path file(text.substr(at, end - at));
    std::error_code ignored;
    if (fs::is_regular_file(file, ignored)) lines += fmt::format("file: {}\n", identity_of(file));
    at = end;
  }
}

std::string call_line(const Call& call) {
  std::string line = fmt::format("op: \"{}\"", on_one_line(call.op));
  for (const auto& [name, value] : call.arguments) line += fmt::format(" {}={}", name, quoted_text(value));
  return line;
}

std::string call_text(const Call& call) {
  std::string lines = call_line(call) + '\n';
  add_files(call.op, lines);
  for (const auto& [name, value] : call.arguments)
    if (const auto* text = std::get_if<std::string>(&value)) add_files(*text, lines);
  return lines;
}

std::string image_text(const ImageType& image) {
  return fmt::format("{} x {}, {} x {}{}", image.size.width, image.size.height, name_of(image.format.type),
                     image.format.channels, image.format.alpha ? " with alpha" : "");
}

// Leaves out what changes no bit: files' quality and synchronization, limits, reports.
std::string options_text(const OpOptions& options, const RowRun& run) {
  return fmt::format("border {} {}, ddepth {}, alpha {}, nodata {}, nan {}, accuracy {}{}{}",
                     options.border ? name_of(*options.border) : "by the op", fmt::join(options.border_value, " "),
                     options.ddepth ? name_of(*options.ddepth) : "none",
                     options.alpha ? name_of(*options.alpha) : "by the op",
                     options.nodata ? fmt::format("{}", *options.nodata) : "none", name_of(options.nan),
                     options.accuracy ? name_of(*options.accuracy) : "by the op", run.to_u8 ? ", scaled to u8" : "",
                     run.pyramid ? ", pyramid" : "");
}

// Joins what the function says of each.
template <class All, class Text>
std::string each(const All& all, const char* separator, const Text& text) {
  std::string joined;
  for (const auto& one : all) joined += (joined.empty() ? "" : separator) + text(one);
  return joined;
}

std::string text_of(const std::string& text) {
  return text;
}

}  // namespace

std::string identity_of(const fs::path& file) {
  std::error_code ignored;
  const auto time = std::chrono::file_clock::to_sys(fs::last_write_time(file, ignored));
  const auto second = std::chrono::floor<std::chrono::seconds>(time);
  return fmt::format("{}, {} bytes, of {:%F %T} and {} ns", fs::weakly_canonical(file, ignored).string(),
                     fs::file_size(file, ignored), second, (time - second).count());
}

std::vector<std::string> rounding_identity(const DeviceGroup& devices, const GroupPlan& plans) {
  const auto device = [](const Session& session) {
    const DeviceInfo& info = session.device();
    return fmt::format("{} ({}, driver {})", info.name, info.platform, info.driver);
  };
  const auto program = [](const Plan& plan) {
    return fmt::format("{:x}", std::hash<std::string>()(each(plan.sources(), "\n", text_of)));
  };
  return {
      "device: " + each(devices.sessions(), " and ", device),
      "schedule: " + each(plans.plans, " and ", [](const Plan& plan) { return plan.schedule(); }),
      "program: " + each(plans.plans, " and ", program),
  };
}

std::string common_text(const Work& work, const ImageType& result, const RowRun& run) {
  const auto type = [](const ValueType& input) { return to_string(input); };
  return fmt::format("{}, {}, {} to {} in {}{}", call_line(work.call), options_text(work.options, run),
                     each(work.inputs, " and ", type), image_text(result), run.output.filename().string(),
                     run.resume ? ", which goes on" : "");
}

std::string run_identity(const DeviceGroup& devices, const GroupPlan& plans, const Work& work,
                         const std::vector<RowInput>& inputs, const ImageType& result, const RowRun& run) {
  std::string lines = fmt::format("lenslet: {}\n{}", version, call_text(work.call));
  lines += fmt::format("options: {}\n", options_text(work.options, run));
  for (const RowInput& input : inputs)
    lines += fmt::format("input: {}, {}\n", on_one_line(input.identity), image_text(input.type));
  lines += fmt::format("result: {}\n", image_text(result));
  return lines + each(rounding_identity(devices, plans), "\n", text_of) + "\n";
}

}  // namespace lenslet::io
