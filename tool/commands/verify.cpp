// lenslet verify: compares every op with its double-precision reference on a device.
#include <lenslet/argument_text.hpp>
#include <lenslet/verify.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <latch>
#include <mutex>
#include <optional>
#include <thread>

#include <lenslet/user_op.hpp>

#include "system/printable.hpp"
#include "system/workers.hpp"
#include "tool/commands/command.hpp"
#include "tool/commands/verify_random.hpp"
#include "tool/commands/verify_report.hpp"
#include "tool/options/open_session.hpp"
#include "tool/options/option.hpp"
#include "tool/options/parameter.hpp"
#include "tool/options/pipeline_words.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/records/value_text.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/progress.hpp"
#include "tool/terminal/text.hpp"
#include "tool/terminal/time_limit.hpp"

namespace lenslet::cli {
namespace {

std::string case_text(const VerifyCase& request) {
  std::string text = system::shown_name(request.work.call.op);
  for (const auto& [name, value] : request.work.call.arguments) text += fmt::format(" {}={}", name, value_text(value));
  text += ", " + request.what;
  const std::string& schedule = request.work.options.schedule;
  return schedule.empty() ? text : text + ", schedule " + schedule;
}

// The cases of each op that are tried: every `of`-th, beginning with `first`.
struct Part {
  std::size_t first = 0, of = 1;
};

// Reads "2/3", the second of three parts.
Part parse_part(const std::string& text) {
  constexpr std::int64_t most = 1000;
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos)
    usage_error(fmt::format("--part {}: allowed: K/N, as 1/3 for the first of three parts", text));
  const std::int64_t of = parse_integer("--part", text.substr(slash + 1), 1, most);
  return {static_cast<std::size_t>(parse_integer("--part", text.substr(0, slash), 1, of) - 1),
          static_cast<std::size_t>(of)};
}

struct Choices {
  int effort = 1;
  Part part = {};
  std::optional<Accuracy> accuracy;  // of the cases; empty: all
  Timeouts timeouts;                 // for a case of a user's op
};

Choices read_choices(const CLI::App& app) {
  Choices choices;
  choices.effort = static_cast<int>(parse_integer("--effort", given(app, "--effort").value_or("1"), 0, 2));
  choices.part = parse_part(given(app, "--part").value_or("1/1"));
  if (const auto word = given(app, "--accuracy")) choices.accuracy = parse_accuracy_option("--accuracy", *word);
  choices.timeouts = read_timeouts(app, measuring_timeout);
  return choices;
}

std::vector<VerifyCase> cases_of(const Session& session, const Call& call, const Choices& choices) {
  std::vector<VerifyCase> all = verification_cases(session, call, choices.effort);
  if (choices.accuracy)
    std::erase_if(all, [&](const VerifyCase& each) {
      return each.work.options.accuracy.value_or(Accuracy::exact) != *choices.accuracy;
    });
  const Part part = choices.part;
  std::vector<VerifyCase> cases;
  for (std::size_t i = part.first; i < all.size(); i += part.of) cases.push_back(all[i]);
  return cases;
}

// Names ops without cases of that accuracy.
std::string no_cases(const DeviceInfo& device, const std::vector<Call>& calls, const Choices& choices) {
  const Accuracy accuracy = choices.accuracy.value_or(Accuracy::exact);
  const bool half = accuracy == Accuracy::half;
  return fmt::format("--accuracy {}: it has no meaning for {}{}; allowed: filters by masks{}, such as gaussian",
                     name_of(accuracy), join(mapped(calls, &Call::op), ", "), half ? " on " + device.name : "",
                     half ? ", on devices with cl_khr_fp16" : " of fractions");
}

Tally verify_op(const Session& session, const OpCases& all, const Choices& choices, const std::function<void()>& step) {
  Tally tally;
  tally.op = all.op;
  const std::string shown = system::shown_name(all.op);
  const Timeouts timeouts = is_of_user(find_op(all.op)) ? choices.timeouts : Timeouts{};
  for (const VerifyCase& request : all.cases) {
    const TimeLimit limit(session, timeouts, shown);
    const auto [outcome, detail] = verify(session, request);
    tally.add(case_text(request), request.work.options.schedule, outcome, detail);
    step();
  }
  return tally;
}

// Compilers take most of the time, and PoCL's compiles for one context at a time, so each of several ops has its own
// session. Mesa's rusticl 22.3 has races between threads, so it gets one session.
std::vector<Session> open_sessions(const SessionOptions& options, std::size_t ops) {
  constexpr std::size_t most = 8;
  std::vector<Session> sessions{open_session(options)};
  const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
  const bool alone = sessions.front().device().platform == "rusticl";
  const std::size_t wanted = alone ? 1 : std::min({most, processors, ops});
  while (sessions.size() < wanted) sessions.push_back(open_session(options));
  return sessions;
}

std::vector<OpCases> cases_of_all(const Session& session, const std::vector<Call>& calls, const Choices& choices) {
  std::vector<OpCases> all;
  for (const Call& call : calls)
    if (auto cases = cases_of(session, call, choices); !cases.empty()) all.push_back({call.op, std::move(cases)});
  if (all.empty()) usage_error(no_cases(session.device(), calls, choices));
  return all;
}

// Verifies as many ops at a time as there are sessions. `show` is called for each finished op, never for two at once.
std::vector<Tally> verify_ops(std::vector<Session> sessions, const std::vector<OpCases>& all, const Choices& choices,
                              const std::function<void(const Tally&)>& show) {
  std::size_t total = 0;
  for (const OpCases& each : all) total += each.cases.size();
  std::vector<Tally> tallies(all.size());
  Progress progress("verify", total, true);
  std::mutex mutex;  // guards the progress, the output, the failure and the free sessions
  std::exception_ptr failure;
  std::latch done(static_cast<std::ptrdiff_t>(all.size()));
  const auto step = [&] {
    const std::lock_guard lock(mutex);
    progress.step();
  };
  const system::Workers workers(sessions.size(), all.size(), [&](std::size_t i) {
    std::unique_lock lock(mutex);
    const Session session = std::move(sessions.back());
    sessions.pop_back();
    try {
      const bool wanted = !failure;
      lock.unlock();
      if (wanted) tallies[i] = verify_op(session, all[i], choices, step);
      lock.lock();
      progress.clear();
      if (wanted) show(tallies[i]);
    } catch (...) {
      if (!lock) lock.lock();
      failure = std::current_exception();
    }
    sessions.push_back(session);
    done.count_down();
  });
  done.wait();
  if (failure) std::rethrow_exception(failure);
  return tallies;
}

// The arguments of ops are those of their cases. Pipelines have their own.
std::vector<Call> calls_to_verify(const CLI::App& app) {
  std::vector<Call> calls;
  if (const auto file = given(app, pipeline_option)) calls.push_back(read_pipeline(*file));
  for (const std::string& word : app.get_option("op")->results())
    calls.push_back(is_pipeline(word) ? Call(Pipeline::parse(word)) : Call{full_name(op_named(word))});
  if (!calls.empty()) return calls;
  return mapped(all_ops(), [](const OpInfo& op) { return Call{full_name(op)}; });
}

std::vector<std::string> ops_to_draw(const CLI::App& app) {
  std::vector<std::string> ops;
  for (const std::string& word : app.get_option("op")->results()) {
    if (is_pipeline(word) || op_named(word).of_arrays())
      usage_error(fmt::format("--random: {}; allowed: ops of images", system::shown_name(word)));
    ops.push_back(full_name(op_named(word)));
  }
  return ops;
}

int run_verify(const CLI::App& app) {
  if (is_random(app)) return run_random(app, open_session(read_device_option(app)), ops_to_draw(app));
  const std::vector<Call> calls = calls_to_verify(app);
  const Choices choices = read_choices(app);
  const std::vector<Session> sessions = open_sessions(read_device_option(app), calls.size());
  const Session& session = sessions.front();
  const std::vector<OpCases> all = cases_of_all(session, calls, choices);
  const bool json = is_set(app, "--json");
  const TallyTable table(all);
  if (!json) table.print_heading(session.device());
  const std::vector<Tally> tallies = verify_ops(sessions, all, choices, [&](const Tally& tally) {
    if (!json) table.print_row(tally);
  });
  bool passed = true;
  for (const Tally& tally : tallies) passed = passed && tally.passed();
  if (json)
    print_json(verify_json(session, choices.effort, tallies, passed));
  else
    print_findings(tallies);
  return passed ? exit_done : exit_failed;
}

}  // namespace

std::function<int()> add_verify(CLI::App& app) {
  add_arguments(app, "op", "The ops and pipelines to verify (default: all ops)");
  add_value(app, pipeline_option, "FILE", pipeline_help);
  add_device_option(app);
  add_value(app, "--effort", "0|1|2", "A quick look, the usual sample of cases, or every case (default 1)");
  add_value(app, "--part", "K/N", "The K-th of N parts of each op's cases, for several machines or days (default 1/1)");
  add_value(app, "--accuracy", "exact|level|half",
            "Only cases whose results may be so far from the exact ones (default: all)");
  add_random_options(app);
  add_timeouts(app, measuring_timeout_help);
  add_report_options(app);
  set_help(app,
           "Compare the ops' results on a device with double-precision references. Exit status 1: something is wrong.",
           "lenslet verify [OP...] [options]", "Example: lenslet verify gaussian median --device pocl");
  return [&app] { return run_verify(app); };
}

}  // namespace lenslet::cli
