// lenslet cache: what is kept on disk for the user: tuning results and compiled programs.
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/program_cache.hpp>
#include <lenslet/tuning_store.hpp>
#include <lenslet/user_op.hpp>

#include "system/target_file.hpp"
#include "tool/commands/actions.hpp"
#include "tool/commands/cache_warm.hpp"
#include "tool/commands/command.hpp"
#include "tool/commands/store_json.hpp"
#include "tool/files/text_file.hpp"
#include "tool/options/option.hpp"
#include "tool/records/json.hpp"
#include "tool/records/value_text.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

const StoredTrial* chosen_of(const StoredCase& one) {
  return one.chosen ? &one.trials[*one.chosen] : nullptr;
}

std::size_t quarantined(const StoredCase& one) {
  return one.count(Outcome::wrong) + one.count(Outcome::timeout);
}

// Tells whether the chosen schedule is surely the fastest.
std::string order_text(const StoredCase& one) {
  const StoredTrial* chosen = chosen_of(one);
  if (chosen == nullptr) return "-";
  if (standing_of(chosen->trial) == Standing::look) return "short looks";
  return one.ties == 0 ? "sure" : fmt::format("{} are equal", one.ties + 1);
}

Json case_json(const StoredCase& one) {
  const StoredTrial* chosen = chosen_of(one);
  const StoredTrial& shown = chosen != nullptr ? *chosen : one.trials.front();
  return {{"op", shown.op},
          {"work", shown.work},
          {"width", shown.size.width},
          {"height", shown.size.height},
          {"device", shown.device},
          {"driver", shown.driver},
          {"tried", one.trials.size()},
          {"correct", one.count(Outcome::correct)},
          {"quarantined", quarantined(one)},
          {"best_ms", chosen != nullptr ? Json(shown.trial.time.median_ms) : Json()},
          {"standing", chosen != nullptr ? Json(name_of(standing_of(shown.trial))) : Json()},
          {"ties", one.ties},
          {"schedule", chosen != nullptr ? Json(shown.trial.schedule) : Json()}};
}

std::string cache_table(const std::vector<StoredCase>& cases) {
  if (cases.empty()) return {};
  Table table({"op", "what", "size", "device", ">tried", ">quarantined", ">best ms", "order", "schedule"});
  for (const StoredCase& each : cases) {
    const StoredTrial* chosen = chosen_of(each);
    const StoredTrial& shown = chosen != nullptr ? *chosen : each.trials.front();
    table.add({shown.op, shown.work, stored_size_text(shown.op, shown.size), shown.device,
               fmt::format("{}", each.trials.size()), fmt::format("{}", quarantined(each)),
               chosen != nullptr ? fmt::format("{:.3f}", shown.trial.time.median_ms) : "-", order_text(each),
               chosen != nullptr ? shown.trial.schedule : "none was correct"});
  }
  return table.text() + "\n";
}

Json cache_json(const std::vector<StoredCase>& cases) {
  return mapped(cases, case_json);
}

void add_filter(CLI::App& app) {
  add_value(app, "--op", "OP",
            "Only this op's results: a name as 'lenslet run' takes it, or the file or name of a filter of your own");
  add_value(app, "--device", "NAME", "Only results of devices with this part in their names");
}

// Whether a word means results of a user's filter, which are stored under its file. The word may be the file, which may
// be gone, the file's name, or the filter's own name.
bool is_called(const std::string& stored, const std::string& word) {
  const std::filesystem::path file = stored;
  if (!file.is_absolute()) return false;
  if (file == std::filesystem::absolute(word).lexically_normal() || file.filename() == word || file.stem() == word)
    return true;
  try {
    return find_op(stored).declared == word;
  } catch (const Error&) {  // its file is gone, or no longer describes an op
    return false;
  }
}

std::string stored_name(const std::string& word) {
  std::set<std::string> names;
  for (const StoredTrial& each : TuningStore().trials())
    if (is_called(each.op, word)) names.insert(each.op);
  if (names.size() > 1)
    usage_error(fmt::format("--op {}; allowed: one of {}", word, join({names.begin(), names.end()}, ", ")));
  return names.empty() ? full_name(op_named(word)) : *names.begin();
}

// Reads a name that 'lenslet run' takes, or that of a filter with results.
StoredFilter read_filter(const CLI::App& app) {
  StoredFilter filter{given(app, "--op").value_or(""), given(app, "--device").value_or("")};
  if (filter.op.empty()) return filter;
  try {
    filter.op = full_name(find_op(filter.op));
  } catch (const Error&) {
    filter.op = stored_name(filter.op);
  }
  return filter;
}

const std::string& only_argument(const CLI::App& app, const char* name) {
  const auto& words = app.get_option(name)->results();
  if (words.size() != 1)
    usage_error(fmt::format("'lenslet cache {}' takes one {}, not {}", app.get_name(), name, words.size()));
  return words.front();
}

void warn(const std::string& notice) {
  if (!notice.empty()) print_warning(notice);
}

void warn(const TuningStore& store) {
  warn(store.notice());
}

int show(const CLI::App& app) {
  const TuningStore store;
  const std::vector<StoredCase> cases = store.cases(read_filter(app));
  const ProgramCacheInfo programs = program_cache_info();
  warn(store);
  warn(programs.notice);
  if (is_set(app, "--json")) {
    print_json({{"tuning", cache_json(cases)},
                {"tuning_file", store.file().string()},
                {"program_cache", {{"file", programs.file.string()}, {"bytes", programs.bytes}}}});
    return exit_done;
  }
  print_text(cache_table(cases));
  std::size_t trials = 0;
  for (const StoredCase& each : cases) trials += each.trials.size();
  print("{} tuning results in {}\n{:.1f} MiB of compiled programs in {}\n", trials, store.file().string(),
        static_cast<double>(programs.bytes) / (1u << 20), programs.file.string());
  return exit_done;
}

// A database has logs, a lock and files that were set aside, all beside it.
bool belongs_to(const std::filesystem::path& path, const std::filesystem::path& database) {
  const std::filesystem::path own = system::target_of(database), asked = system::target_of(path);
  const bool beside =
      asked.parent_path() == own.parent_path() && (asked.filename().string().starts_with(own.filename().string()) ||
                                                   asked.filename() == own.stem().string() + ".lock");
  return beside || system::same_file(path, database);
}

int export_results(const CLI::App& app) {
  const std::string& path = only_argument(app, "FILE");
  const TuningStore store;
  if (path != "-" && (belongs_to(path, store.file()) || belongs_to(path, program_cache_info().file)))
    usage_error(fmt::format("'{}' is a file of the store or of the program cache itself", path));
  const std::vector<StoredTrial> trials = store.trials(read_filter(app));
  warn(store);
  const std::string text = to_json(trials).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  if (path == "-")
    print_text(text);
  else
    write_text(path, text);
  if (path != "-") print("{} tuning results written to {}\n", trials.size(), path);
  return exit_done;
}

// Results of a device that is not here are useless here, and most likely a mistake.
void check_devices(const std::vector<StoredTrial>& trials) {
  std::set<std::string> present;
  for (const DeviceInfo& device : devices()) present.insert(device_key(device));
  for (const StoredTrial& trial : trials)
    if (!present.contains(trial.device))
      usage_error(fmt::format("results of '{}', which is no device of this machine ({}); --any-device takes them",
                              trial.device,
                              present.empty() ? "it has none" : join({present.begin(), present.end()}, "; ")));
}

std::vector<StoredTrial> read_trials(const CLI::App& app, const std::string& path) {
  const std::string text = read_file(path);
  try {
    std::vector<StoredTrial> trials = parse_trials(text);
    if (!is_set(app, "--any-device")) check_devices(trials);
    return trials;
  } catch (const Error& error) {
    usage_error(fmt::format("{}: {}; nothing was imported", path, error.what()));
  }
}

int import_results(const CLI::App& app) {
  const std::string& path = only_argument(app, "FILE");
  const std::vector<StoredTrial> trials = read_trials(app, path);
  TuningStore store;
  const std::size_t taken = store.add(trials);
  warn(store);
  print("{} of {} tuning results taken from {}; the others were known\n", taken, trials.size(), path);
  return exit_done;
}

int merge(const CLI::App& app) {
  const std::string& directory = only_argument(app, "DIR");
  const std::filesystem::path other = TuningStore(directory).file();
  TuningStore store;
  if (std::error_code unknown; !std::filesystem::exists(other, unknown) && !unknown)
    throw Error(ErrorKind::io, fmt::format("{}: there is no tuning store", other.string()));
  if (system::same_file(other, store.file()))
    usage_error(fmt::format("'{}' holds the store that results would be merged into", directory));
  const ForeignTrials read = read_tuning_store(directory, read_filter(app));
  const std::size_t taken = store.add(read.trials);
  warn(store);
  print("{} of {} tuning results taken from {}; the others were known\n", taken, read.trials.size(), other.string());
  if (read.passed_over > 0)
    print_warning(
        fmt::format("{} of its rows are no results that this version knows, and were passed over", read.passed_over));
  return exit_done;
}

int prune(const CLI::App&) {
  TuningStore store;
  const std::size_t deleted = store.prune(devices());
  warn(store);
  print("{} tuning results deleted that no run can find any more\n", deleted);
  return exit_done;
}

int clear(const CLI::App& app) {
  const StoredFilter filter = read_filter(app);
  if (is_set(app, "--programs")) {
    if (!filter.op.empty() || !filter.device.empty()) usage_error("--programs goes with neither --op nor --device");
    const ProgramCacheInfo before = clear_program_cache();
    warn(before.notice);
    print("{:.1f} MiB of compiled programs deleted\n", static_cast<double>(before.bytes) / (1u << 20));
    return exit_done;
  }
  TuningStore store;
  const std::size_t deleted = store.clear(filter);
  warn(store);
  print("{} tuning results deleted\n", deleted);
  return exit_done;
}

struct Action {
  const char* name;
  const char* help;
  const char* argument;  // its name; null if there is none
  const char* argument_help;
  bool filtered;
  int (*run)(const CLI::App& app);
};

constexpr Action actions[] = {
    {"show", "List the fastest schedules that are stored, and the size of what is kept", nullptr, "", true, show},
    {"export", "Write tuning results to a JSON file", "FILE", "The file to write ('-': standard output)", true,
     export_results},
    {"import", "Take tuning results from a JSON file, all or none", "FILE", "A file that 'export' wrote", false,
     import_results},
    {"merge", "Take tuning results from another store", "DIR", "The folder of another tuning.sqlite", true, merge},
    {"prune", "Delete results that no run can find: of drivers that are gone, of older kernels", nullptr, "", false,
     prune},
    {"clear", "Delete tuning results, or compiled programs", nullptr, "", true, clear},
    {"warm", "Compile what first calls need, so that they need not wait", nullptr, "", false, warm_cache},
};

void add_action(CLI::App& cache, const Action& action) {
  CLI::App& app = *cache.add_subcommand(action.name, action.help)->group(command_group);
  const std::string name = action.name;
  if (action.argument != nullptr) add_arguments(app, action.argument, action.argument_help);
  if (action.filtered) add_filter(app);
  if (name == "show") add_switch(app, "--json", "Print JSON");
  if (name == "import") add_switch(app, "--any-device", "Also results of devices that this machine does not have");
  if (name == "clear") add_switch(app, "--programs", "Delete the compiled programs, and no tuning results");
  if (name == "warm") add_warm_options(app);
  const std::string argument = action.argument ? action.argument : name == "warm" ? "[OP[:NAME=V,...]...]" : "";
  const std::string usage = fmt::format("lenslet cache {}{}{} [options]", name, argument.empty() ? "" : " ", argument);
  set_help(app, std::string(action.help) + ".", usage, "");
}

}  // namespace

std::function<int()> add_cache(CLI::App& app) {
  app.require_subcommand(0, 1);
  for (const Action& action : actions) add_action(app, action);
  set_help(app, "Look at, move and delete what is kept on disk: tuning results and compiled programs.",
           "lenslet cache COMMAND [options]", "Example: lenslet cache export results.json --op gaussian");
  return [&app] { return run_action(app, actions); };
}

}  // namespace lenslet::cli
