// lenslet info: what the headers of files say.
#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "system/printable.hpp"
#include "tool/commands/command.hpp"
#include "tool/components/files.hpp"
#include "tool/files/stack_files.hpp"
#include "tool/options/option.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/records/json.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

constexpr std::size_t info_column = 14;

std::string_view style_of(const PageFacts& facts) {
  constexpr std::string_view words[] = {"", ", by OME-XML", ", by ImageJ", ", frames", ", bands of one picture"};
  return words[static_cast<std::size_t>(facts.style)];
}

std::string axes_text(const StackHeader& header) {
  std::vector<std::string> names;
  for (const StackAxis& axis : header.type.axes) names.push_back(fmt::format("{} {}", axis.name, axis.length));
  return names.empty() ? "none" : join(names, ", ") + std::string(style_of(header.facts));
}

std::string step_text(const PageStep& step) {
  return fmt::format("{}{}{}", step.value, step.unit.empty() ? "" : " ", system::printable(step.unit));
}

std::string steps_text(const PageFacts& facts) {
  std::vector<std::string> steps;
  for (const auto& [name, step] : {std::pair('x', &facts.x), {'y', &facts.y}, {'z', &facts.z}, {'t', &facts.t}})
    if (step->value > 0) steps.push_back(fmt::format("{} {}", name, step_text(*step)));
  return join(steps, ", ");
}

std::string delays_text(const PageFacts& facts) {
  std::int64_t total = 0;
  for (const int delay : facts.delays) total += delay;
  const std::string shown = !facts.loops        ? ""
                            : *facts.loops == 0 ? ", for ever"
                                                : fmt::format(", {} times", *facts.loops);
  return fmt::format("{} ms{}", total, shown);
}

std::string info_text(const std::string& file, const StackHeader& header) {
  std::string text = system::printable(file) + "\n";
  const auto line = [&](std::string_view name, const std::string& what) {
    if (!what.empty()) text += entry(name, what, info_column);
  };
  line("format", header.file_format);
  line("pixels", to_string(ImageType{header.type.format, header.type.size}));
  line("pages", fmt::format("{}", header.file_pages));
  line("axes", axes_text(header));
  line("distances", steps_text(header.facts));
  line("channels", system::printable(join(header.facts.channels, ", ")));
  if (!header.facts.delays.empty()) line("time", delays_text(header.facts));
  if (header.nodata) line("no data", fmt::format("{}", *header.nodata));
  return text;
}

Json step_json(const PageStep& step) {
  return step.value > 0 ? Json{{"value", step.value}, {"unit", step.unit}} : Json();
}

Json info_json(const std::string& file, const StackHeader& header) {
  Json named = Json::array();
  for (const StackAxis& axis : header.type.axes)
    named.push_back({{"name", std::string(1, axis.name)}, {"length", axis.length}});
  const PageFacts& facts = header.facts;
  Json json{{"file", file}, {"format", header.file_format}};
  json.update(to_json(ValueType(ImageType{header.type.format, header.type.size})));
  json["pages"] = header.file_pages;
  json["axes"] = named;
  json["distances"] = {
      {"x", step_json(facts.x)}, {"y", step_json(facts.y)}, {"z", step_json(facts.z)}, {"t", step_json(facts.t)}};
  json["channel_names"] = facts.channels;
  json["delays_ms"] = facts.delays;
  json["loops"] = facts.loops ? Json(*facts.loops) : Json();
  json["nodata"] = header.nodata ? Json(*header.nodata) : Json();
  return json;
}

StackHeader header_of(const std::string& file, const FileOptions& options) {
  std::optional<Session> none;
  const OpenOptions opening{.limits = options.limits, .session = none, .session_options = options.session};
  if (const auto stack = stack_in(file, {}, opening)) return *stack;
  const bool is_picture = file != "-" && !may_hold_array(file) && files_component;
  if (const auto array = array_header(file, opening)) return *array;
  const ImageHeader header = files_component.get(file).read_image_header(file, read_options(options.limits));
  StackHeader result{.type = {header.size, header.format}, .file_format = header.file_format};
  result.file_pages = header.pages;
  result.nodata = header.nodata;
  if (is_picture && files_component->may_hold_pages(file) && header.pages == 1)
    result.facts = files_component->read_stack_header(file, {.read = read_options(options.limits)}).facts;
  return result;
}

int run_info(const CLI::App& app) {
  const std::vector<std::string> files = app.get_option("files")->results();
  if (files.empty()) usage_error("no files: lenslet info FILE...");
  FileOptions options{};
  options.limits.max_memory = std::numeric_limits<std::uint64_t>::max();
  options.limits.max_pixels = std::numeric_limits<std::int64_t>::max();
  options.limits.unsafe_loaders = is_set(app, "--unsafe-loaders");
  Json records = Json::array();
  int status = exit_done;
  for (const std::string& file : files) try {
      const StackHeader header = header_of(file, options);
      if (is_set(app, "--json"))
        records.push_back(info_json(file, header));
      else
        print_text(info_text(file, header));
    } catch (const Error& error) {
      print_error(error);
      records.push_back({{"file", file}, {"error", error.what()}});
      status = exit_failed;
    }
  if (is_set(app, "--json")) print_json({{"files", records}});
  return status;
}

}  // namespace

std::function<int()> add_info(CLI::App& app) {
  add_arguments(app, "files", "Image files, and .npy of images and pages");
  add_switch(app, "--unsafe-loaders",
             "Also read formats that can run programs, open other files or take for ever: SVG, PDF, ...");
  add_switch(app, "--json", "Print JSON");
  set_help(app,
           "Say what the headers of image files say: size, samples, pages and what their axes are. No pixel is read.",
           "lenslet info FILE... [--json]", "Example: lenslet info cells.ome.tif");
  return [&app] { return run_info(app); };
}

}  // namespace lenslet::cli
