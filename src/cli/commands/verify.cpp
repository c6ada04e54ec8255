// lenslet verify: compares every op with its double-precision reference on a device.
#include <lenslet/verify.hpp>

#include <fmt/format.h>

#include <array>
#include <numeric>
#include <optional>
#include <set>

#include <lenslet/user_op.hpp>

#include "cli/commands/command.hpp"
#include "cli/commands/verify_random.hpp"
#include "cli/options/open_session.hpp"
#include "cli/options/option.hpp"
#include "cli/options/parameter.hpp"
#include "cli/options/pipeline_words.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/records/json.hpp"
#include "cli/records/measured.hpp"
#include "cli/records/value_text.hpp"
#include "cli/terminal/exit.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/progress.hpp"
#include "cli/terminal/text.hpp"
#include "cli/terminal/time_limit.hpp"
#include "system/shown_name.hpp"

namespace lenslet::cli {
namespace {

struct Tally {
  std::string op;
  std::array<std::size_t, outcomes.size()> counts{};
  std::set<std::string> schedules;  // that were tried and not excluded
  struct Failure {
    std::string what;
    Outcome outcome;
    std::string detail;
  };
  std::vector<Failure> failures;

  std::size_t cases() const { return std::accumulate(counts.begin(), counts.end(), std::size_t{0}); }
  std::size_t count(Outcome outcome) const { return counts[static_cast<std::size_t>(outcome)]; }
  bool passed() const { return failures.empty() && count(Outcome::correct) > 0; }

  void add(const std::string& what, const std::string& schedule, Outcome outcome, const std::string& detail) {
    ++counts[static_cast<std::size_t>(outcome)];
    if (!schedule.empty() && outcome != Outcome::excluded) schedules.insert(schedule);
    if (outcome != Outcome::correct && outcome != Outcome::excluded) failures.push_back({what, outcome, detail});
  }
};

std::string case_text(const VerifyCase& request) {
  std::string text = system::shown_name(request.work.call.op);
  for (const auto& [name, value] : request.work.call.arguments) text += fmt::format(" {}={}", name, to_text(value));
  text += ", " + request.what;
  const std::string& schedule = request.work.options.schedule;
  return schedule.empty() ? text : text + ", schedule " + schedule;
}

// Which cases of each op are tried: every `of`-th, beginning with `first`.
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
  std::optional<Accuracy> accuracy;                       // of the cases; absent: all
  std::chrono::milliseconds timeout = measuring_timeout;  // of a case of a user's op
};

Choices read_choices(const CLI::App& app) {
  Choices choices;
  choices.effort = static_cast<int>(parse_integer("--effort", given(app, "--effort").value_or("1"), 0, 2));
  choices.part = parse_part(given(app, "--part").value_or("1/1"));
  if (const auto word = given(app, "--accuracy")) choices.accuracy = parse_accuracy_option("--accuracy", *word);
  choices.timeout = read_timeout(app, measuring_timeout);
  return choices;
}

std::vector<VerifyCase> cases_of(const Session& session, const Call& call, const Choices& choices) {
  std::vector<VerifyCase> all = verification_cases(session, call, choices.effort);
  if (choices.accuracy)
    std::erase_if(all, [&](const VerifyCase& each) { return each.work.options.accuracy != *choices.accuracy; });
  const Part part = choices.part;
  std::vector<VerifyCase> cases;
  for (std::size_t i = part.first; i < all.size(); i += part.of) cases.push_back(all[i]);
  return cases;
}

// Which ops have no case of that accuracy.
std::string no_cases(const DeviceInfo& device, const std::vector<Call>& calls, const Choices& choices) {
  const Accuracy accuracy = choices.accuracy.value_or(Accuracy::exact);
  const bool half = accuracy == Accuracy::half;
  return fmt::format("--accuracy {}: it has no meaning for {}{}; allowed: filters by masks{}, such as gaussian",
                     name_of(accuracy), join(mapped(calls, &Call::op), ", "), half ? " on " + device.name : "",
                     half ? ", on devices with cl_khr_fp16" : " of fractions");
}

std::vector<Tally> verify_ops(const Session& session, const std::vector<Call>& calls, const Choices& choices) {
  std::vector<std::vector<VerifyCase>> cases;
  std::size_t total = 0;
  for (const Call& call : calls) {
    cases.push_back(cases_of(session, call, choices));
    total += cases.back().size();
  }
  if (total == 0) usage_error(no_cases(session.device(), calls, choices));
  std::vector<Tally> tallies;
  Progress progress("verify", total, true);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (cases[i].empty()) continue;
    tallies.emplace_back().op = calls[i].op;
    for (const VerifyCase& request : cases[i]) {
      const TimeLimit limit(is_of_user(find_op(calls[i].op)) ? choices.timeout : no_timeout,
                            system::shown_name(calls[i].op));
      const auto [outcome, detail] = verify(session, request);
      tallies.back().add(case_text(request), request.work.options.schedule, outcome, detail);
      progress.step();
    }
  }
  return tallies;
}

// A file has none; a program in C++ may bring one.
bool lacks_reference(const std::string& op) {
  return !is_pipeline(op) && !find_op(op).declared.empty();
}

constexpr char without_reference[] =
    "a filter of your own has no reference here. What is proved is that its schedules make what the plainest of them "
    "makes and write nothing beside their results, not that this is what you meant.";

void print_failures(const Tally& tally) {
  if (tally.failures.empty() && tally.cases() > 0 && !tally.passed())
    print("\n{}: no schedule ran on this device\n", system::shown_name(tally.op));
  if (tally.failures.empty()) return;
  const Tally::Failure& first = tally.failures.front();
  print("\n{}: the first of {} failures is {}\n  {}\n  {}\n", system::shown_name(tally.op), tally.failures.size(),
        name_of(first.outcome), first.what, first.detail);
}

void print_table(const Session& session, const std::vector<Tally>& tallies) {
  print("{}\n\n", device_text(session.device()));
  std::vector<std::string> titles{"op", ">cases", ">schedules"};
  for (const Outcome outcome : outcomes) titles.push_back(fmt::format(">{}", name_of(outcome)));
  Table table(titles);
  for (const Tally& tally : tallies) {
    std::vector<std::string> row{system::shown_name(tally.op), fmt::format("{}", tally.cases()),
                                 fmt::format("{}", tally.schedules.size())};
    for (const Outcome outcome : outcomes) row.push_back(fmt::format("{}", tally.count(outcome)));
    table.add(row);
  }
  print_text(table.text());
  for (const Tally& tally : tallies) print_failures(tally);
  for (const Tally& tally : tallies)
    if (lacks_reference(tally.op))
      print("\n{}\n", wrap(fmt::format("{}: {}", system::shown_name(tally.op), without_reference)));
}

Json tally_json(const Tally& tally) {
  Json json{{"op", tally.op},
            {"passed", tally.passed()},
            {"reference", !lacks_reference(tally.op)},
            {"cases", tally.cases()},
            {"schedules", tally.schedules.size()}};
  for (const Outcome outcome : outcomes) json[std::string(name_of(outcome))] = tally.count(outcome);
  json["failures"] = Json::array();
  for (const Tally::Failure& failure : tally.failures)
    json["failures"].push_back(
        {{"case", failure.what}, {"outcome", name_of(failure.outcome)}, {"detail", failure.detail}});
  return json;
}

Json report_json(const Session& session, int effort, const std::vector<Tally>& tallies, bool passed) {
  return {{"device", to_json(session.device())},
          {"effort", effort},
          {"passed", passed},
          {"ops", mapped(tallies, tally_json)}};
}

// The arguments of ops are those of their cases; pipelines have their own.
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
  const Session session = open_session(read_device_option(app));
  const std::vector<Tally> tallies = verify_ops(session, calls, choices);
  bool passed = true;
  for (const Tally& tally : tallies) passed = passed && tally.passed();
  if (is_set(app, "--json"))
    print_json(report_json(session, choices.effort, tallies, passed));
  else
    print_table(session, tallies);
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
  add_value(app, "--timeout", "TIME", measuring_timeout_help);
  add_report_options(app);
  set_help(app,
           "Compare the ops' results on a device with double-precision references. Exit status 1: something is wrong.",
           "lenslet verify [OP...] [options]", "Example: lenslet verify gaussian median --device pocl");
  return [&app] { return run_verify(app); };
}

}  // namespace lenslet::cli
