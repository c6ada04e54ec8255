// lenslet tune: finds the fastest schedule of ops on a device.
#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lenslet/tune.hpp>
#include <lenslet/user_op.hpp>
#include <lenslet/version.hpp>

#include "system/printable.hpp"
#include "tool/commands/command.hpp"
#include "tool/options/open_session.hpp"
#include "tool/options/option.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/options/values.hpp"
#include "tool/options/work_list.hpp"
#include "tool/records/json.hpp"
#include "tool/records/measured.hpp"
#include "tool/records/value_text.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/interrupt.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

struct Tuned {
  Work work;
  TuneResult result;
};

constexpr int tune_format = 1;

std::size_t count(const TuneResult& result, Outcome outcome) {
  return static_cast<std::size_t>(std::ranges::count(result.trials, outcome, &Trial::outcome));
}

std::string ms_text(const std::optional<Trial>& trial) {
  return trial ? fmt::format("{:.4f}", trial->time.median_ms) : "-";
}

std::string ratio_text(const TuneResult& result) {
  if (!result.initial || !result.winner) return "-";
  return fmt::format("{:.2f}", result.initial->time.median_ms / result.winner->time.median_ms);
}

// Tells whether the winner is surely the fastest.
std::string order_text(const TuneResult& result) {
  if (!result.winner || standing_of(*result.winner) == Standing::look) return "short looks";
  const auto tied =
      std::ranges::count_if(result.trials, [](const Trial& t) { return standing_of(t) == Standing::tied; });
  return tied == 0 ? "sure" : fmt::format("{} are equal", tied + 1);
}

std::string failures_text(const TuneResult& result) {
  std::vector<std::string> words;
  for (const Outcome outcome : outcomes)
    if (outcome != Outcome::correct && count(result, outcome) > 0)
      words.push_back(fmt::format("{} {}", count(result, outcome), name_of(outcome)));
  return words.empty() ? "-" : join(words, ", ");
}

std::string end_text(TuneEnd end) {
  constexpr const char* texts[] = {"time over", "enough tried", "all tried", "stopped"};
  return texts[static_cast<std::size_t>(end)];
}

bool by_host_clock(const TuneResult& result) {
  return result.winner && result.winner->time.host_clock;
}

Json optional_json(const std::optional<Trial>& trial) {
  return trial ? to_json(*trial) : Json();
}

Json record_json(const Tuned& tuned) {
  const auto& [work, result] = tuned;
  Json json = to_json(work);
  json["end"] = name_of(result.end);
  json["seconds"] = result.seconds;
  json["images"] = result.copies;
  json["clock"] = by_host_clock(result) ? "host" : "device";
  json["worker"] = result.worker;
  json["untuned"] = optional_json(result.initial);
  json["winner"] = optional_json(result.winner);
  for (const Outcome outcome : outcomes) json["outcomes"][std::string(name_of(outcome))] = count(result, outcome);
  json["trials"] = mapped(result.trials, [](const Trial& trial) { return to_json(trial); });
  return json;
}

// Names users' filters that never answered.
std::string endless_text(const std::vector<Tuned>& all) {
  std::string text;
  for (const auto& [work, result] : all)
    if (!result.winner && count(result, Outcome::timeout) > 0 && is_of_user(find_op(work.call.op)))
      text += fmt::format("\n{}\n", wrap(fmt::format("{}: its kernels gave no result in time. A loop of it may never "
                                                     "end; if it is only slow, --timeout gives it longer.",
                                                     system::shown_name(work.call.op))));
  return text;
}

std::string tune_table(const Session& session, const std::vector<Tuned>& all) {
  Table table({"op", "type", "size", "border", ">untuned ms", ">tuned ms", ">ratio", "order", ">correct", "not",
               ">seconds", "end", "schedule"});
  bool host_clock = false;
  for (const auto& [work, result] : all) {
    host_clock = host_clock || by_host_clock(result);
    table.add({describe(work.call), type_text(work), size_text(work), border_text(work), ms_text(result.initial),
               ms_text(result.winner), ratio_text(result), order_text(result),
               fmt::format("{}", count(result, Outcome::correct)), failures_text(result),
               fmt::format("{:.1f}", result.seconds), end_text(result.end),
               result.winner ? result.winner->schedule : "none is correct"});
  }
  return fmt::format("{}, lenslet {}{}\n\n{}{}", device_text(session.device()), version,
                     host_clock ? ", times by the host's clock: the driver gives none" : "", table.text(),
                     endless_text(all));
}

// docs/command-line.md has its fields.
Json tune_json(const Session& session, const TuneOptions& options, const std::vector<Tuned>& all) {
  return {{"format", tune_format},
          {"lenslet", version},
          {"device", to_json(session.device())},
          {"strategy", options.strategy},
          {"seed", options.seed},
          {"budget_seconds", options.budget_seconds},
          {"only", options.only},
          {"records", mapped(all, record_json)}};
}

TuneOptions read_tune_options(const CLI::App& app) {
  TuneOptions options;
  take(app, "--budget", options.budget_seconds, parse_duration);
  take(app, "--timeout", options.candidate_seconds, parse_duration);
  take(app, "--candidates", options.candidates, 1, std::numeric_limits<std::int32_t>::max());
  take(app, "--seed", options.seed, 0, std::numeric_limits<std::int64_t>::max());
  take(app, "--strategy", options.strategy, [](const auto& what, const auto& text) {
    return check_choice(what, text, mapped(tune_strategies(), [](const auto& s) { return std::string(s.name); }));
  });
  options.only = given(app, "--only").value_or(options.only);
  options.worker = !is_set(app, "--in-process");
  options.stop = interrupted;
  return options;
}

std::vector<Work> read_works_to_tune(const CLI::App& app) {
  const bool named = app.get_option("op")->count() > 0;
  const bool all = is_set(app, "--all");
  if (!named && !all) usage_error("'lenslet tune' needs an op, or --all; 'lenslet ops' lists them");
  if (named && all) usage_error("--all and named ops exclude each other");
  return read_works(app);
}

std::string progress_text(const TuneProgress& progress, double budget_seconds) {
  const std::string best = progress.best == nullptr
                               ? "none is correct yet"
                               : fmt::format("best {:.4f} ms {}", progress.best->time.low_ms, progress.best->schedule);
  const std::string left = progress.finals
                               ? "timing the best in turns"
                               : fmt::format("{:.0f} s left", std::max(0.0, budget_seconds - progress.seconds));
  return fmt::format("{}, {} tried, {}", left, progress.tried, best);
}

Tuned tune_one(const Session& session, const Work& work, TuneOptions options) {
  StatusLine line;
  line.draw(describe(work.call) + ": starting");
  options.progress = [&](const TuneProgress& progress) {
    line.draw(fmt::format("{}: {}", describe(work.call), progress_text(progress, options.budget_seconds)));
  };
  return {work, tune_op(session, work, options)};
}

int run_tune(const CLI::App& app) {
  const std::vector<Work> works = read_works_to_tune(app);
  const TuneOptions options = read_tune_options(app);
  const Session session = open_session(read_device_option(app));
  if (!options.worker) print_warning("without a worker process, a driver that hangs or crashes does so to lenslet");
  stop_on_interrupt();
  std::vector<Tuned> all;
  bool found = true, warned = false;
  for (const Work& work : works) {
    all.push_back(tune_one(session, work, options));
    found = found && all.back().result.winner;
    const std::string& problem = all.back().result.store_problem;
    if (!problem.empty() && !std::exchange(warned, true)) print_warning(problem);
    if (interrupted()) break;
  }
  if (is_set(app, "--json"))
    print_json(tune_json(session, options, all));
  else
    print_text(tune_table(session, all));
  return found && !interrupted() ? exit_done : exit_failed;
}

std::string strategy_help() {
  const auto words = mapped(tune_strategies(), [](const StrategyInfo& strategy) {
    return fmt::format("{} {}", strategy.name, strategy.summary);
  });
  return fmt::format("{} (default {})", join(words, "; "), TuneOptions{}.strategy);
}

constexpr char tune_purpose[] =
    "Find the fastest schedule of ops on a device and keep it for later runs. Each candidate is built and launched in "
    "a "
    "worker process, compared with the reference, and timed; the best ones are timed again in turns.";

}  // namespace

std::function<int()> add_tune(CLI::App& app) {
  const TuneOptions defaults;
  add_axes(app, "The ops");
  add_switch(app, "--all", "Tune every op with its default arguments");
  add_value(app, "--budget", "TIME", fmt::format("For each op: 20s, 1.5m (default {:g}s)", defaults.budget_seconds));
  add_value(app, "--candidates", "N", "Try at most so many schedules for each op");
  add_value(app, "--strategy", "NAME", strategy_help());
  add_value(app, "--seed", "N", fmt::format("Of what is left to chance (default {})", defaults.seed));
  add_value(app, "--only", "PATTERN", "Try schedules that fit, such as 'buffer.*.literal.*.v?.*', and the untuned one");
  add_value(app, "--timeout", "TIME",
            fmt::format("Give a candidate up after this time, without that of the compiler (default {:g}s)",
                        defaults.candidate_seconds));
  add_compile_timeout(app);
  add_device_option(app);
  add_switch(app, "--in-process", "Without a worker process");
  add_report_options(app, "Print JSON with every trial");
  set_help(app, tune_purpose, "lenslet tune OP[:NAME=V,...]... [options]\nlenslet tune --all [options]",
           "Examples: lenslet tune scharr:both gaussian:ksize=3,5 --type u8,f32 --budget 30s\n"
           "          lenslet tune reduce.sum --elements 2^24\n"
           "ctrl-C ends it with what was found. Exit status 1: stopped, or no schedule was correct.");
  return [&app] { return run_tune(app); };
}

}  // namespace lenslet::cli
