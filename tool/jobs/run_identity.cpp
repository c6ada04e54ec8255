// Programs are compiled here for their parameters' values, so that their text is the same in each run.
#include "tool/jobs/run_identity.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <lenslet/version.hpp>
#include <system_error>

#include "tool/records/json.hpp"
#include "tool/records/value_text.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

namespace fs = std::filesystem;

std::string stamp(const fs::path& file) {
  std::error_code ignored;
  const auto time = std::chrono::file_clock::to_sys(fs::last_write_time(file, ignored));
  const auto second = std::chrono::floor<std::chrono::seconds>(time);
  return fmt::format("{}, {} bytes, of {:%F %T} and {} ns", fs::weakly_canonical(file, ignored).string(),
                     fs::file_size(file, ignored), second, (time - second).count());
}

// Adds the stamps of the files that a text names: filters, masks and tables, even within a pipeline.
void add_files(const std::string& text, std::string& lines) {
  constexpr const char* separators = " =|,;:\t\n\"'";
  for (std::size_t at = 0; (at = text.find_first_not_of(separators, at)) != text.npos;) {
    const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
    const fs::path file(text.substr(at, end - at));
    std::error_code ignored;
    if (fs::is_regular_file(file, ignored)) lines += fmt::format("file: {}\n", stamp(file));
    at = end;
  }
}

std::string image_text(const ImageType& image) {
  return fmt::format("{} x {}, {} x {}{}", image.size.width, image.size.height, name_of(image.format.type),
                     image.format.channels, image.format.alpha ? " with alpha" : "");
}

// Leaves out what changes no bit: files' quality and synchronization, limits, reports.
std::string options_text(const OpOptions& filter, const RunOptions& options) {
  return fmt::format("border {} {}, ddepth {}, alpha {}, nodata {}, nan {}, accuracy {}{}{}", name_of(filter.border),
                     fmt::join(filter.border_value, " "), filter.ddepth ? name_of(*filter.ddepth) : "none",
                     filter.alpha ? name_of(*filter.alpha) : "by the op",
                     filter.nodata ? fmt::format("{}", *filter.nodata) : "none", name_of(filter.nan),
                     name_of(filter.accuracy), options.keep_values ? ", values kept" : "",
                     options.pyramid ? ", pyramid" : "");
}

}  // namespace

std::vector<std::string> rounding_identity(const std::vector<Session>& sessions, const GroupPlan& group) {
  const auto device = [](const Session& session) { return device_text(session.device()); };
  const auto program = [](const Plan& plan) {
    return fmt::format("{:x}", std::hash<std::string>()(join(plan.sources(), "\n")));
  };
  return {fmt::format("device: {}", join(mapped(sessions, device), " and ")),
          fmt::format("schedule: {}", join(mapped(group.plans, &Plan::schedule), " and ")),
          fmt::format("program: {}", join(mapped(group.plans, program), " and "))};
}

std::string run_identity(const std::vector<Session>& sessions, const GroupPlan& group, const Work& work,
                         const std::vector<std::string>& files, const ImageType& result, const RunOptions& options) {
  const std::string arguments = to_json(work.call.arguments).dump(-1, ' ', true, Json::error_handler_t::replace);
  std::string lines = fmt::format("lenslet: {}\nop: {} {}\n", version, Json(work.call.op).dump(), arguments);
  add_files(work.call.op, lines);
  for (const auto& [name, value] : work.call.arguments)
    if (const auto* text = std::get_if<std::string>(&value)) add_files(*text, lines);
  lines += fmt::format("options: {}\n", options_text(work.options, options));
  for (std::size_t i = 0; i < files.size(); ++i)
    lines += fmt::format("input: {}, {}\n", stamp(files[i]), image_text(std::get<ImageType>(work.inputs[i])));
  lines += fmt::format("result: {}\n", image_text(result));
  return lines + join(rounding_identity(sessions, group), "\n") + "\n";
}

}  // namespace lenslet::cli
