// lenslet study: runs experiments of the literature on this device, or reports what was measured elsewhere.
#include <lenslet/study.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <lenslet/error.hpp>
#include <lenslet/own_claims.hpp>
#include <stdexcept>

#include "studies/report/claims.hpp"
#include "studies/report/collect.hpp"
#include "studies/report/json.hpp"
#include "tool/commands/claim_ways.hpp"
#include "tool/commands/command.hpp"
#include "tool/commands/study_outputs.hpp"
#include "tool/commands/study_progress.hpp"
#include "tool/commands/study_record.hpp"
#include "tool/commands/study_table.hpp"
#include "tool/commands/verdicts.hpp"
#include "tool/files/text_file.hpp"
#include "tool/options/open_session.hpp"
#include "tool/options/option.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/options/values.hpp"
#include "tool/records/json.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/interrupt.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

constexpr int min_study_runs = 3, most_study_runs = 100'000;
constexpr const char* measuring_options[] = {"--all",    "--scale",   "--runs", "--point-time",
                                             "--device", "--machine", "--json"};

std::vector<std::string> named_studies(const CLI::App& app) {
  std::vector<std::string> names;
  for (const std::string& name : app.get_option("study")->results())
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  return names;
}

std::vector<std::string> studies_to_run(const CLI::App& app) {
  std::vector<std::string> names = named_studies(app);
  const bool all = is_set(app, "--all");
  if (all && !names.empty()) usage_error("--all and named studies exclude each other");
  for (const std::string& name : names) find_study(name);
  if (all)
    for (const StudyInfo& info : all_studies()) names.push_back(info.name);
  return names;
}

StudyOptions read_study_options(const CLI::App& app) {
  StudyOptions options;
  take(app, "--scale", options.scale, parse_real);
  if (!(options.scale > 0 && options.scale <= 1))
    usage_error(fmt::format("--scale: {:g} is out of range; allowed: more than 0, at most 1", options.scale));
  take(app, "--runs", options.runs, min_study_runs, most_study_runs);
  take(app, "--point-time", options.point_seconds, parse_duration);
  return options;
}

report::Record named_record(const CLI::App& app, const Session& session, const StudyOptions& options) {
  report::Record record = begin_record(session, options);
  record.machine = given(app, "--machine").value_or(record.machine);
  return record;
}

// A lost device leaves points without times, and so does a missing feature. A study without any times points to a lost
// device. Charts with another unit do not count: their points are computed and not measured.
bool has_times(const StudyReport& study) {
  for (const StudyChart& chart : study.charts)
    for (const StudyLine& line : chart.lines)
      if (chart.y_axis == StudyChart{}.y_axis &&
          std::ranges::any_of(line.points, [](const StudyPoint& point) { return !point.ms.empty(); }))
        return true;
  return false;
}

// Says that a study ended early, measured nothing at all, or found a wrong result. These are worse than a missing
// feature. Empty if none of them happened.
std::string trouble_of(const StudyReport& study) {
  if (!study.ended_early.empty()) return "ended early: " + study.ended_early;
  const std::vector<report::MissingPoints> missing = report::missing_points(study);
  if (!missing.empty() && !has_times(study)) return "nothing could be measured: " + missing.front().reason;
  const auto wrong = std::ranges::find_if(missing, [](const report::MissingPoints& points) {
    return points.reason.starts_with("wrong: ") || points.reason.starts_with("invalid: ");
  });
  return wrong == missing.end() ? std::string() : "a result is " + wrong->reason;
}

// Tells whether studies were stopped, failed or had trouble, for the exit status.
bool went_wrong(const report::Record& record) {
  return record.stopped || !record.failures.empty() ||
         std::ranges::any_of(record.studies, [](const StudyReport& study) { return !trouble_of(study).empty(); });
}

// What measures and judges a study, by its name.
using RunStudy = std::function<StudyReport(const std::string& name, const StudyOptions& options)>;

report::Record measure_studies(report::Record record, const std::vector<std::string>& names, StudyOptions options,
                               const report::ExpectedTime& expected, StudyOutputs& outputs, const RunStudy& run_one) {
  StudyProgressLine line(names.size(), expected);
  options.progress = [&line](std::string_view study, std::size_t done, std::size_t of) { line.draw(study, done, of); };
  options.stop = [&line] {
    line.tick();
    return interrupted();
  };
  const auto fail = [&line](const std::string& name, const std::exception& error) {
    line.clear();
    print_error(error, name);
  };
  const auto run = [&](const std::string& name) {
    line.next();
    StudyReport study = run_one(name, options);
    if (const std::string trouble = trouble_of(study); !trouble.empty() && !interrupted())
      fail(name, std::runtime_error(trouble));
    return study;
  };
  const auto keep = [&] {
    line.clear();
    outputs.keep({record});
  };
  report::collect(record, names, {run, interrupted, fail, keep});
  return record;
}

// Writes the files first: whoever reads the table may leave before its end, which ends this program.
int write_and_print(const std::vector<report::Record>& records, const StudyOutputs& outputs) {
  const bool written = outputs.write(records);
  if (!outputs.on_standard_output()) print_text(study_table(records));
  return written ? exit_done : exit_failed;
}

int measure(const CLI::App& app) {
  const std::vector<std::string> names = studies_to_run(app);
  const StudyOptions options = read_study_options(app);
  if (names.empty()) {
    if (app.count("--json") + app.count("--html") + app.count("--markdown") > 0)
      usage_error("a report needs studies: name them, or --all, or --from FILE");
    print_text(study_list());
    return exit_done;
  }
  StudyOutputs outputs(app);
  const Session session = open_session(read_device_option(app));
  stop_on_interrupt();
  const report::ExpectedTime expected(names, session.device().kind, options);
  const report::Record record =
      measure_studies(named_record(app, session, options), names, options, expected, outputs,
                      [&](const std::string& name, const StudyOptions& all) { return run_study(session, name, all); });
  const int status = write_and_print({record}, outputs);
  return went_wrong(record) ? exit_failed : status;
}

// Reads the text of one's own claims; its errors name the file.
OwnClaims read_claims(const std::string& file) {
  try {
    return OwnClaims(read_file(file));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::invalid_argument) throw;
    usage_error(fmt::format("{}: {}", file, error.what()));
  }
}

VerdictsOption read_verdicts_option(const CLI::App& app) {
  const VerdictsOption option{given(app, "--verdicts").value_or(""), is_set(app, "--accept")};
  if (option.accept && option.file.empty()) usage_error("--accept without --verdicts; allowed: with it");
  return option;
}

// Returns whether there are changes.
bool tell_changes(const Verdicts& verdicts, const report::Record& record) {
  const std::vector<std::string> changes = verdicts.changes(record);
  for (const std::string& change : changes) print_warning(change);
  return !changes.empty();
}

int judge_claims(const CLI::App& app) {
  for (const char* option : {"--all", "--scale", "--from"})
    if (app.count(option) > 0) usage_error(fmt::format("{} and --claims exclude each other", option));
  if (!named_studies(app).empty()) usage_error("named studies and --claims exclude each other");
  const std::string file = *given(app, "--claims");
  const StudyOptions options = read_study_options(app);
  FileNames names;
  names.read(file);
  const VerdictsOption option = read_verdicts_option(app);
  if (!option.file.empty()) names.write(option.file);
  StudyOutputs outputs(app, names);
  const OwnClaims claims = read_claims(file);
  Verdicts verdicts(option);
  const Session session = open_session(read_device_option(app));
  stop_on_interrupt();
  const report::Record record = measure_studies(
      named_record(app, session, options), {std::filesystem::path(file).stem().string()}, options,
      report::ExpectedTime(), outputs, [&](const std::string& name, const StudyOptions& all) {
        return claims.judge(session, name, all,
                            [&session](const std::string& command) { return claim_way(session, command); });
      });
  const int status = write_and_print({record}, outputs);
  if (record.stopped) return exit_failed;  // what was not measured is no change
  const bool told = tell_changes(verdicts, record), wrong = went_wrong(record);
  if (option.accept || !wrong) verdicts.keep(record);
  return wrong || (told && !option.accept) ? exit_failed : status;
}

report::Record read_record(const std::string& path) {
  try {
    return report::parse_record(read_file(path));
  } catch (const Error& error) {
    if (std::string(error.what()).find(path) != std::string::npos) throw;
    throw Error(error.kind(), fmt::format("{}: {}", path, error.what()));
  }
}

void keep_named(std::vector<report::Record>& records, const std::vector<std::string>& names) {
  if (names.empty()) return;
  const std::vector<std::string> known = report::study_names(records);
  for (const std::string& name : names)
    if (std::ranges::find(known, name) == known.end())
      usage_error(fmt::format("no study '{}' in the files; they have: {}", name, join(known, ", ")));
  const auto named = [&names](const std::string& name) { return std::ranges::find(names, name) != names.end(); };
  for (report::Record& record : records) {
    std::erase_if(record.studies, [&](const StudyReport& study) { return !named(study.name); });
    std::erase_if(record.failures, [&](const report::Failure& failure) { return !named(failure.study); });
  }
}

int report_from(const CLI::App& app) {
  for (const char* option : measuring_options)
    if (app.count(option) > 0) usage_error(fmt::format("{} and --from exclude each other", option));
  FileNames names;
  for (const std::string& path : app.get_option("--from")->results()) names.read(path);
  const StudyOutputs outputs(app, names);
  std::vector<report::Record> records;
  for (const std::string& path : app.get_option("--from")->results()) records.push_back(read_record(path));
  records = report::joined(std::move(records));
  keep_named(records, named_studies(app));
  return write_and_print(records, outputs);
}

constexpr char study_purpose[] =
    "Try on a device what the literature claims of GPU programs. A study measures some ways to do the same work, in "
    "turns, "
    "proves that they agree, and says of each claim whether it holds there. Without names: lists the studies.";

constexpr char study_usage[] =
    "lenslet study NAME... [options]\nlenslet study --all [options]\n"
    "lenslet study --from FILE.json [--from FILE.json] [NAME...] [options]\n"
    "lenslet study --claims FILE.txt [--verdicts FILE.json] [options]";

std::function<int()> add_study(CLI::App& app) {
  const StudyOptions defaults;
  add_arguments(app, "study", "The studies to run, or to report on");
  add_switch(app, "--all", "Run every study");
  add_value(app, "--scale", "F", "Share of the full sizes, over 0, at most 1 (default 1, which is meant for a GPU)");
  add_value(app, "--runs", "N", fmt::format("Runs of each point that count (default {})", defaults.runs));
  add_value(app, "--point-time", "TIME",
            fmt::format("A point that took longer ends after its sixth run (default {:g}s)", defaults.point_seconds));
  add_device_option(app);
  add_value(app, "--machine", "TEXT", "What reports call this machine (default: its processor)");
  add_study_outputs(app);
  add_value(app, "--from", "FILE",
            "Report on what --json wrote; several devices are compared, and the rests of a stopped run joined");
  add_value(app, "--claims", "FILE",
            "Judge claims of your own about your own kernels and ops (docs/your-own-claims.md)");
  add_value(
      app, "--verdicts", "FILE.json",
      "With --claims: compare with the device's last verdicts, which this file keeps; exit status 1 where one changed");
  add_switch(app, "--accept", "With --verdicts: keep the verdicts that changed");
  add_verbose(app);
  set_help(app, study_purpose, study_usage,
           "Example: lenslet study gradient --scale 0.25 --html gradient.html\n"
           "Files are written after each study; ctrl-C ends it with what was measured. Exit status 1: stopped, or "
           "a study failed, ended early, measured nothing or found a wrong result. What a device cannot do is none of "
           "these: the report says so.");
  return [&app] {
    if (app.count("--claims") > 0) return judge_claims(app);
    for (const char* option : {"--verdicts", "--accept"})
      if (app.count(option) > 0) usage_error(fmt::format("{} without --claims; allowed: with it", option));
    return app.count("--from") > 0 ? report_from(app) : measure(app);
  };
}

const Offer offer(study_command, add_study);

}  // namespace

}  // namespace lenslet::cli
