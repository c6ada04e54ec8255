// lenslet tune: finds the fastest schedule of ops on a device.
#include <lenslet/tune.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "tool/commands/command.hpp"
#include "tool/commands/tune_report.hpp"
#include "tool/options/open_session.hpp"
#include "tool/options/option.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/options/values.hpp"
#include "tool/options/work_list.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/interrupt.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

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
