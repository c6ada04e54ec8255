// lenslet explain: why an op runs as it does, and how far it is from what the device allows.
#include <lenslet/explain.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <lenslet/session.hpp>
#include <lenslet/user_op.hpp>

#include "system/printable.hpp"
#include "tool/commands/command.hpp"
#include "tool/commands/explain_strips.hpp"
#include "tool/commands/task_graph.hpp"
#include "tool/files/text_file.hpp"
#include "tool/jobs/input_types.hpp"
#include "tool/options/op_words.hpp"
#include "tool/options/open_session.hpp"
#include "tool/options/option.hpp"
#include "tool/options/parameter.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/options/values.hpp"
#include "tool/options/work_list.hpp"
#include "tool/records/measured.hpp"
#include "tool/records/value_text.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/text.hpp"
#include "tool/terminal/time_limit.hpp"
#include "tool/terminal/written_op.hpp"

namespace lenslet::cli {
namespace {

constexpr std::size_t max_shown_count = 10;  // trials and exclusions; --json has all

std::string trial_text(const Trial& trial) {
  if (trial.outcome == Outcome::correct)
    return fmt::format("  {:>10.3f} ms  {:<4}  {}\n", trial.time.median_ms, name_of(standing_of(trial)),
                       trial.schedule);
  const std::string detail = trial.detail.substr(0, trial.detail.find('\n'));
  return fmt::format("  {:>13}        {}: {}\n", name_of(trial.outcome), trial.schedule, detail);
}

template <class Items, class Text>
void print_first(const Items& items, Text text) {
  for (std::size_t i = 0; i < std::min(max_shown_count, items.size()); ++i) print_text(text(items[i]));
  if (items.size() > max_shown_count) print("  and {} more\n", items.size() - max_shown_count);
}

// The schedules that one reason excludes.
struct ExcludedBy {
  std::string reason;
  std::vector<std::string> schedules;
};

std::vector<ExcludedBy> by_reason(const std::vector<Excluded>& excluded) {
  std::vector<ExcludedBy> reasons;
  for (const Excluded& each : excluded) {
    const std::string reason = fmt::format("{}: {}", each.rule, each.reason);
    auto found = std::ranges::find(reasons, reason, &ExcludedBy::reason);
    if (found == reasons.end()) found = reasons.insert(found, {reason, {}});
    found->schedules.push_back(each.schedule);
  }
  return reasons;
}

std::string reason_text(const ExcludedBy& by) {
  constexpr std::size_t max_of_one = 3;
  std::string text = fmt::format("  {}\n", wrap(by.reason, 4));
  for (std::size_t i = 0; i < std::min(max_of_one, by.schedules.size()); ++i)
    text += fmt::format("    {}\n", by.schedules[i]);
  if (by.schedules.size() > max_of_one) text += fmt::format("    and {} more\n", by.schedules.size() - max_of_one);
  return text;
}

void print_lists(const Explanation& found) {
  print("\nTried for this case: {}\n",
        found.trials.empty() ? "nothing; 'lenslet tune' would" : "won, tied, lost in turns; look: by itself");
  print_first(found.trials, trial_text);
  if (!found.excluded.empty()) print("\nExcluded, one step away:\n");
  print_first(by_reason(found.excluded), reason_text);
}

std::string effort_text(const Work& work, const Explanation& found) {
  if (std::holds_alternative<ArrayType>(work.inputs.front()))
    return fmt::format("{:g} bytes per element of the first input; operations are not counted", found.bytes_per_pixel);
  if (!found.operations_known)
    return fmt::format("{:g} bytes per pixel; operations are not known", found.bytes_per_pixel);
  return fmt::format("{:g} bytes and {:g} operations per pixel", found.bytes_per_pixel, found.operations_per_pixel);
}

// Ops of arrays have few operations beside the bytes that they move.
bool has_floor(const Work& work, const Explanation& found) {
  return found.operations_known || std::holds_alternative<ArrayType>(work.inputs.front());
}

std::string floor_text(const Work& work, const Explanation& found) {
  if (!has_floor(work, found)) return fmt::format("memory {:.3f} ms", found.memory_ms);
  return fmt::format("{:.3f} ms, set by {}: memory {:.3f} ms, arithmetic {:.3f} ms", found.floor_ms(),
                     found.memory_ms >= found.arithmetic_ms ? "memory" : "arithmetic", found.memory_ms,
                     found.arithmetic_ms);
}

std::string measured_text(const Work& work, const Explanation& found) {
  const std::string now = fmt::format("{:.3f} ms now", found.now.time.median_ms);
  return has_floor(work, found) ? fmt::format("{}, {:.2f} times the floor", now, found.distance()) : now;
}

// Counts stages that repeat at once, and shows the first of each.
std::string stages_text(const Explanation& found) {
  std::string text;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < found.stages.size() && shown < max_shown_count; ++shown) {
    std::size_t end = i + 1;
    while (end < found.stages.size() && found.stages[end] == found.stages[i]) ++end;
    text += (text.empty() ? "" : ", ") + found.stages[i] + (end - i > 1 ? fmt::format(" x {}", end - i) : "");
    i = end;
    if (shown + 1 == max_shown_count && i < found.stages.size())
      text += fmt::format(" and {} more", found.stages.size() - i);
  }
  if (found.scratch_bytes == 0) return text;
  return fmt::format("{}; {:.1f} MiB of memory for them", text, static_cast<double>(found.scratch_bytes) / (1u << 20));
}

// Writes the bytes of a pipeline's units, and the time of all: "gaussian 72.0 MB, gradient + threshold 72.0 MB".
std::string arrangement_text(const Arrangement& arrangement) {
  const auto megabytes = [](std::uint64_t bytes) { return static_cast<double>(bytes) * 1e-6; };
  std::string units;
  for (const Arrangement::Unit& unit : arrangement.units)
    units += fmt::format("{}{} {:.1f} MB", units.empty() ? "" : ", then ", unit.name, megabytes(unit.bytes));
  const std::string time = arrangement.now.outcome == Outcome::correct
                               ? fmt::format("{:.3f} ms", arrangement.now.time.median_ms)
                               : std::string(name_of(arrangement.now.outcome));
  return fmt::format("{}, {:.1f} MB: {}", time, megabytes(arrangement.bytes), units);
}

Json arrangement_json(const Arrangement& arrangement) {
  Json json{{"name", arrangement.name},
            {"schedule", arrangement.schedule},
            {"bytes", arrangement.bytes},
            {"outcome", name_of(arrangement.now.outcome)},
            {"median_ms", arrangement.now.time.median_ms}};
  json["units"] = mapped(arrangement.units, [](const Arrangement::Unit& unit) {
    return Json{{"name", unit.name}, {"bytes", unit.bytes}};
  });
  return json;
}

Json task_json(const Task& task) {
  return {{"name", task.name},
          {"after", task.after},
          {"outputs", task.outputs},
          {"unit", task.unit ? Json(*task.unit) : Json()}};
}

void print_explanation(const Work& work, const Explanation& found, const Session& session) {
  const auto line = [](std::string_view name, const std::string& text) { print_text(entry(name, text, 14)); };
  line("op", fmt::format("{}, {}", describe(work.call), inputs_text(work)));
  line("device", fmt::format("{} ({})", session.device().name, session.device().platform));
  line("schedule", found.schedule);
  line("why", found.reason);
  line("accuracy", found.accuracy);
  line("stages", stages_text(found));
  for (const Arrangement& arrangement : found.arrangements) line(arrangement.name, arrangement_text(arrangement));
  line("work", effort_text(work, found));
  line("limits", fmt::format("{:.2f} GB/s when it copies, {:.2f} Gflop/s when it computes, both measured now",
                             found.copy_rate * 1e-9, found.operation_rate * 1e-9));
  line("floor", floor_text(work, found));
  if (found.now.outcome == Outcome::correct)
    line("measured", measured_text(work, found));
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
               {"accuracy_reason", found.accuracy},
               {"stages", found.stages},
               {"tasks", mapped(found.tasks, task_json)},
               {"programs", found.programs},
               {"scratch_bytes", found.scratch_bytes},
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
  if (!found.arrangements.empty()) json["arrangements"] = mapped(found.arrangements, arrangement_json);
  json["trials"] = mapped(found.trials, [](const Trial& trial) { return to_json(trial); });
  json["excluded"] = mapped(found.excluded, [](const Excluded& each) {
    return Json{{"schedule", each.schedule}, {"rule", each.rule}, {"reason", each.reason}};
  });
  return json;
}

// Writes the graph of tasks, and the programs as one text.
void write_pictures(const CLI::App& app, const Work& work, const Explanation& found) {
  constexpr std::size_t longest = 60;  // a pipeline's text would be wider than its graph
  const std::string name = describe(work.call), inputs = inputs_text(work);
  const std::string title = name.size() > longest ? inputs : name + ", " + inputs;
  if (const auto file = given(app, "--graph")) write_text(*file, graph_text(found.tasks, title, *file));
  if (const auto file = given(app, "--source")) write_text(*file, found.source);
}

// An image's samples are taken as 'lenslet run' takes them.
Work work_to_explain(const CLI::App& app, const OpInfo& op) {
  Work work = read_work(app, read_call(app, op));
  const auto file = op.of_arrays() ? std::nullopt : given(app, "--like");
  if (!file || given(app, "--type")) return work;
  std::vector<std::string> notes;
  const std::vector<std::string> files(work.inputs.size(), *file);
  widen_samples(op, work.call, files, work.inputs, notes);
  refuse_types(op, work.call, work.inputs);
  widen_for_missing(work, files, notes);
  if (!notes.empty()) print_warning(notes.front());  // of several inputs like the file it would repeat
  return work;
}

int run_explain(const CLI::App& app, const OpInfo& op) {
  const Work work = work_to_explain(app, op);
  if (const auto file = given(app, "--graph")) check_graph_file(*file);
  if (wants_strips(app)) {
    for (const char* option : {"--graph", "--source"})
      if (is_set(app, option)) usage_error(fmt::format("{} does not go with strips: leave --memory out", option));
    return explain_strips(app, work);
  }
  const Session session = open_session(read_device_option(app));
  const Explanation found = [&] {
    const TimeLimit limit(session, is_of_user(op) ? read_timeouts(app, measuring_timeout) : Timeouts{},
                          system::shown_name(op.name));
    return explain(session, work);
  }();
  if (const std::string problem = session.tuning_problem(); !problem.empty()) print_warning(problem);
  write_pictures(app, work, found);
  warn_of_bundle(session);
  if (is_set(app, "--json"))
    print_json(report_json(work, found, session));
  else
    print_explanation(work, found, session);
  return found.now.outcome == Outcome::correct ? exit_done : exit_failed;
}

void add_explain_options(CLI::App& app, const OpInfo& op) {
  const std::string name = op_word(full_name(op));
  add_parameters(app, op);
  add_work_options(app, op);
  add_device_option(app);
  add_bundle_options(app);
  add_value(app, "--schedule", "SPELLING", "Explain this schedule instead of the one that would be chosen");
  if (!op.of_arrays()) add_strip_options(app);
  add_value(app, "--graph", "FILE", "Draw the graph of tasks, as .svg or as .dot for Graphviz");
  add_value(app, "--source", "FILE", "Write the OpenCL C, as a text that compiles by itself");
  if (is_of_user(op)) add_timeouts(app, measuring_timeout_help);
  add_report_options(app, "Print JSON, with all that was tried and excluded");
  set_help(app, op.summary, fmt::format("lenslet explain {} [options]", name),
           fmt::format("Example: lenslet explain {} {}", name,
                       op.of_arrays() ? "--elements 2^20" : written_name(app, "--size") + " 1920x1080 --type u8"));
}

}  // namespace

std::function<int()> add_explain(CLI::App& app) {
  set_help(app,
           "Say why an op runs as it does on a device: its schedule, what else was tried or is excluded, and how far "
           "the time is from the floor that the device's memory and arithmetic set.",
           "lenslet explain OP [options]", "'lenslet explain OP --help' shows an op's parameters.");
  return add_op_commands(app, add_explain_options, run_explain);
}

}  // namespace lenslet::cli
