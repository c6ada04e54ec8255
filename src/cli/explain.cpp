// lenslet explain: why an op runs as it does, and how far that is from what the device allows.
#include <lenslet/explain.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <lenslet/array_op.hpp>

#include "choice.hpp"
#include "command.hpp"
#include "exit.hpp"
#include "help.hpp"
#include "json.hpp"
#include "open_session.hpp"
#include "output.hpp"
#include "parameter.hpp"
#include "shared_options.hpp"
#include "text.hpp"
#include "usage.hpp"
#include "work_list.hpp"
#include "work_text.hpp"

namespace lenslet::cli {
namespace {

constexpr std::size_t most_shown = 10;  // trials and exclusions; --json has all

// An op may have a size of its own, that of its result.
const char* size_option(const OpInfo& op) {
  return std::ranges::count(op.parameters, "size", &Parameter::name) > 0 ? "--image-size" : "--size";
}

Work read_image_work(const CLI::App& app, const OpInfo& op) {
  ImageType image{{usual_type(op), 1}, {3866, 4320}};
  FilterOptions options;
  if (const auto text = given(app, size_option(op))) image.size = parse_size(size_option(op), *text);
  if (const auto text = given(app, "--type")) image.format.type = parse_type_option("--type", *text);
  if (const auto text = given(app, "--channels"))
    image.format.channels = static_cast<int>(parse_integer("--channels", *text, 1, max_channels));
  if (const auto text = given(app, "--border")) options.border = parse_border_option(*text);
  if (const auto text = given(app, "--schedule")) options.schedule = *text;
  return image_work(read_call(app, op), image.format, image.size, options);
}

Work read_array_work(const CLI::App& app, const OpInfo& info) {
  const Call call = read_call(app, info);
  std::optional<ElementType> type;
  if (const auto text = given(app, "--type")) type = parse_element_type(*text);
  const auto elements = given(app, "--elements");
  return array_work(call, typical_array_inputs(call, type, elements ? parse_elements("--elements", *elements) : 0),
                    given(app, "--schedule").value_or(""));
}

Work read_work(const CLI::App& app) {
  const OpInfo& op = op_named(app.get_name());
  return op.of_arrays() ? read_array_work(app, op) : read_image_work(app, op);
}

std::string trial_text(const Trial& trial) {
  if (trial.outcome == Outcome::correct) return fmt::format("{:>10.3f} ms  {}", trial.time.median_ms, trial.schedule);
  const std::string detail = trial.detail.substr(0, trial.detail.find('\n'));
  return fmt::format("{:>13}  {}: {}", name_of(trial.outcome), trial.schedule, detail);
}

void print_lists(const Explanation& found) {
  print("\nTried for this case: {}\n", found.trials.empty() ? "nothing; 'lenslet tune' would" : "");
  for (std::size_t i = 0; i < std::min(most_shown, found.trials.size()); ++i)
    print("  {}\n", trial_text(found.trials[i]));
  if (found.trials.size() > most_shown) print("  and {} more\n", found.trials.size() - most_shown);
  print("\nExcluded, one step away:\n");
  for (std::size_t i = 0; i < std::min(most_shown, found.excluded.size()); ++i)
    print_text(
        entry(found.excluded[i].schedule, fmt::format("{}: {}", found.excluded[i].rule, found.excluded[i].reason), 4));
  if (found.excluded.size() > most_shown) print("  and {} more\n", found.excluded.size() - most_shown);
}

std::string effort_text(const Work& work, const Explanation& found) {
  if (std::holds_alternative<ArrayType>(work.inputs.front()))
    return fmt::format("{:g} bytes per element of the first input; operations are not counted", found.bytes_per_pixel);
  return fmt::format("{:g} bytes and {}{:g} operations per pixel", found.bytes_per_pixel,
                     found.operations_known ? "" : "at least ", found.operations_per_pixel);
}

void print_explanation(const Work& work, const Explanation& found, const Session& session) {
  const auto line = [](std::string_view name, const std::string& text) { print_text(entry(name, text, 14)); };
  line("op", fmt::format("{}, {}", describe(work), inputs_text(work)));
  line("device", fmt::format("{} ({})", session.device().name, session.device().platform));
  line("schedule", found.schedule);
  line("why", found.reason);
  line("work", effort_text(work, found));
  line("limits", fmt::format("{:.2f} GB/s when it copies, {:.2f} Gflop/s when it computes, both measured now",
                             found.copy_rate * 1e-9, found.operation_rate * 1e-9));
  line("floor", fmt::format("{:.3f} ms, set by {}: memory {:.3f} ms, arithmetic {:.3f} ms", found.floor_ms(),
                            found.memory_ms >= found.arithmetic_ms ? "memory" : "arithmetic", found.memory_ms,
                            found.arithmetic_ms));
  if (found.now.outcome == Outcome::correct)
    line("measured", fmt::format("{:.3f} ms now, {:.2f} times the floor", found.now.time.median_ms, found.distance()));
  else
    line("measured", fmt::format("{}: {}", name_of(found.now.outcome), found.now.detail));
  print_lists(found);
}

Json report_json(const Work& work, const Explanation& found, const Session& session) {
  Json json = to_json(work);
  json.update({{"device", to_json(session.device())},
               {"schedule", found.schedule},
               {"origin", name_of(found.origin)},
               {"reason", found.reason},
               {"outcome", name_of(found.now.outcome)},
               {"median_ms", found.now.time.median_ms},
               {"bytes_per_pixel", found.bytes_per_pixel},
               {"operations_per_pixel", found.operations_per_pixel},
               {"operations_known", found.operations_known},
               {"copy_bytes_per_second", found.copy_rate},
               {"operations_per_second", found.operation_rate},
               {"memory_ms", found.memory_ms},
               {"arithmetic_ms", found.arithmetic_ms},
               {"floor_ms", found.floor_ms()},
               {"distance", found.distance()}});
  json["trials"] = Json::array();
  for (const Trial& trial : found.trials)
    json["trials"].push_back({{"schedule", trial.schedule},
                              {"outcome", name_of(trial.outcome)},
                              {"median_ms", trial.time.median_ms},
                              {"detail", trial.detail}});
  json["excluded"] = Json::array();
  for (const Excluded& each : found.excluded)
    json["excluded"].push_back({{"schedule", each.schedule}, {"rule", each.rule}, {"reason", each.reason}});
  return json;
}

int run_explain(const CLI::App& app) {
  const Work work = read_work(app);
  const Session session = open_session(read_device_option(app));
  const Explanation found = explain(session, work);
  if (const std::string problem = session.tuning_problem(); !problem.empty()) print_warning(problem);
  if (is_set(app, "--json"))
    print_json(report_json(work, found, session));
  else
    print_explanation(work, found, session);
  return found.now.outcome == Outcome::correct ? exit_done : exit_failed;
}

void add_image_options(CLI::App& app, const OpInfo& op) {
  add_value(app, size_option(op), "WxH", "Size of the image in pixels (default 3866x4320)");
  add_value(app, "--type", "TYPE",
            fmt::format("{} (default {})", join(names_of(op.types), ", "), name_of(usual_type(op))));
  add_value(app, "--channels", "N", "Channels (1 to 4; default 1)");
  add_value(app, "--border", "NAME",
            fmt::format("{} (default {})", join(names_of(borders), ", "), name_of(FilterOptions{}.border)));
}

void add_array_options(CLI::App& app) {
  add_value(app, "--elements", "N", "Elements of the first input: 1000, 2^24 (default: as fits the op)");
  add_value(app, "--type", "TYPE",
            fmt::format("{} (default: the op's usual one)", join(names_of(element_types), ", ")));
}

void add_explain_options(CLI::App& app, const OpInfo& op) {
  const std::string name = full_name(op);
  add_parameters(app, op);
  op.of_arrays() ? add_array_options(app) : add_image_options(app, op);
  add_device_option(app);
  add_value(app, "--schedule", "SPELLING", "Explain this schedule instead of the one that would be chosen");
  add_switch(app, "--json", "Print JSON, with all that was tried and excluded");
  add_verbose(app);
  set_help(app, op.summary, fmt::format("lenslet explain {} [options]", name),
           fmt::format("Example: lenslet explain {} {}", name,
                       op.of_arrays() ? "--elements 2^20" : fmt::format("{} 1920x1080 --type u8", size_option(op))));
}

}  // namespace

std::function<int()> add_explain(CLI::App& app) {
  app.require_subcommand(0, 1);
  for (const OpInfo& op : all_ops()) {
    CLI::App& sub = *app.add_subcommand(full_name(op), op.summary)->group(op_group);
    sub.preparse_callback([&sub, &op](std::size_t) { add_explain_options(sub, op); });
  }
  set_help(app,
           "Say why an op runs as it does on a device: its schedule, what else was tried or is excluded, and how far "
           "the time is from the floor that the device's memory and arithmetic set.",
           "lenslet explain OP [options]", "'lenslet explain OP --help' shows an op's parameters.");
  return [&app] {
    if (app.get_subcommands().empty()) usage_error("'lenslet explain' needs an op; 'lenslet ops' lists them");
    return run_explain(chosen(app));
  };
}

}  // namespace lenslet::cli
