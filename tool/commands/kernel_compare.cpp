// The kernels' arguments are made of the same words, and have their first values again before each launch.
#include "tool/commands/kernel_compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <lenslet/comparison.hpp>
#include <lenslet/error.hpp>
#include <lenslet/statistics.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "studies/report/html.hpp"
#include "studies/report/json.hpp"
#include "tool/commands/kernel_call.hpp"
#include "tool/commands/kernel_program.hpp"
#include "tool/commands/kernel_report.hpp"
#include "tool/commands/kernel_same.hpp"
#include "tool/commands/study_record.hpp"
#include "tool/files/text_file.hpp"
#include "tool/options/open_session.hpp"
#include "tool/options/option.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/records/json.hpp"
#include "tool/records/value_text.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/interrupt.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/text.hpp"
#include "tool/terminal/time_limit.hpp"

namespace lenslet::cli {
namespace {

constexpr int least_runs = 6, most_runs = 100'000;
constexpr double seconds_of_point = 60;  // the number of runs is what people ask for
constexpr std::size_t box_width = 40;

// A file with the words of its options.
struct Entry {
  std::string name, file, options;
  std::optional<std::string> kernel;
  RangeWords range;
};

// An option's word for one of the files: it is given once for all of them, or once for each.
std::optional<std::string> word_for(const CLI::App& app, const char* option, std::size_t file, std::size_t files) {
  const std::vector<std::string> words = app.get_option(option)->results();
  if (words.empty()) return {};
  if (words.size() != 1 && words.size() != files)
    usage_error(fmt::format("{} of {} for {} files; allowed: 1 for all, or {}", words.size(), option, files, files));
  return words.size() == 1 ? words.front() : words[file];
}

// Names are the files', with what tells equal ones apart.
std::string name_of(const Entry& entry, const std::vector<Entry>& before) {
  const auto is_taken = [&](const std::string& name) { return std::ranges::count(before, name, &Entry::name) > 0; };
  std::string name = entry.kernel && is_taken(entry.file) ? entry.file + " " + *entry.kernel : entry.file;
  if (is_taken(name) && !entry.options.empty()) name += " " + entry.options;
  if (is_taken(name) && entry.range.group) name += " in groups of " + *entry.range.group;
  const std::string begin = name;
  for (int i = 2; is_taken(name); ++i) name = fmt::format("{} ({})", begin, i);
  return name;
}

std::vector<Entry> read_entries(const CLI::App& app) {
  const std::vector<std::string> files = app.get_option("files")->results();
  if (files.size() < 2) usage_error(fmt::format("--compare of {} file; allowed: 2 or more", files.size()));
  for (const char* option : {"--apart", "--built-in", "--binary", "--write-bundle"})
    if (app.count(option) > 0) usage_error(fmt::format("{} with --compare; allowed: one of them", option));
  if (app.count("--range") == 0) usage_error("--compare without --range; allowed: with it");
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto word = [&](const char* option) { return word_for(app, option, i, files.size()); };
    Entry entry{
        .name = {}, .file = files[i], .options = word("--options").value_or(""), .kernel = word("--run"), .range = {}};
    entry.range = {word("--range"), word("--group"), word("--offset"), is_set(app, "--round-up")};
    entry.name = name_of(entry, entries);
    entries.push_back(std::move(entry));
  }
  return entries;
}

// A kernel that is ready to be launched.
class Candidate {
 public:
  Candidate(const CLI::App& app, const Session& session, const Entry& entry, FileNames& files)
      : session_(session),
        limits_(read_timeouts(app, launch_timeout)),
        program_(read_program(session, entry.file, entry.options, is_set(app, "--unchecked"))),
        kernel_(program_.kernel(wanted_kernel(entry.kernel, program_))),
        range_(kernel_.resolved(parse_range(entry.range))),
        values_(session, kernel_.info(), app.get_option("--arg")->results(), files, true) {}

  const KernelInfo& info() const { return kernel_.info(); }
  const CallValues& values() const { return values_; }
  std::string source() const { return program_.source(); }

  std::string how() const {
    return fmt::format(
        "{} over {}, {}", info().name, sides_text(range_.global),
        range_.group.empty() ? "in groups of the driver's choice" : "in groups of " + sides_text(range_.group));
  }

  // Returns the milliseconds of one launch.
  double run() const {
    values_.restore(session_);
    const TimeLimit limit(session_, limits_, info().name);
    return launch_ms([this] { return kernel_.launch(range_, values_.arguments()); });
  }

  std::vector<NamedArray> results(const std::vector<std::size_t>& places) const {
    values_.check_guards(session_);
    std::vector<NamedArray> all;
    for (const std::size_t place : places)
      all.push_back({info().arguments[place].name, downloaded(session_, values_.result_at(place))});
    return all;
  }

 private:
  Session session_;
  Timeouts limits_;
  Program program_;
  Kernel kernel_;
  KernelRange range_;
  CallValues values_;
};

// The places of the arguments whose values have to agree: those of --result, or all that the first kernel may write.
std::vector<std::size_t> compared_places(const CLI::App& app, const Candidate& first) {
  const std::vector<std::size_t> written = first.values().written();
  std::vector<std::string> names;
  for (const std::size_t place : written) names.push_back(first.info().arguments[place].name);
  if (names.empty())
    usage_error(
        fmt::format("kernel {} writes to no argument, so that no results can be compared; allowed: kernels that "
                    "write to one",
                    first.info().name));
  std::vector<std::size_t> places;
  for (const std::string& word : app.get_option("--result")->results()) {
    if (word.find('=') != std::string::npos)
      usage_error(fmt::format("--result '{}' with --compare; allowed: an argument's name, as out", word));
    const std::string name = check_choice("--result", word, names);
    places.push_back(written[static_cast<std::size_t>(std::ranges::find(names, name) - names.begin())]);
  }
  return places.empty() ? written : places;
}

// The words of --arg are common, but another kernel may take an array's file for the bytes of a struct.
void check_results(const Entry& entry, const Candidate& candidate, const Candidate& first,
                   const std::vector<std::size_t>& places) {
  for (const std::size_t place : places) {
    if (candidate.values().has_result(place)) continue;
    const ArgumentInfo& argument = candidate.info().arguments[place];
    usage_error(
        fmt::format("{}: argument '{}' of kernel {} is of type {}, and its place is compared with '{}' of {}; "
                    "allowed: an array or an image",
                    entry.name, argument.name, candidate.info().name, argument.type, first.info().arguments[place].name,
                    first.info().name));
  }
}

struct Comparison {
  std::vector<Entry> entries;
  std::vector<std::unique_ptr<const Candidate>> candidates;
  std::vector<std::size_t> places;
  double tolerance = 0;
  StudyOptions options = {};
  std::shared_ptr<std::optional<std::vector<NamedArray>>> expected = {};  // what the first way gives
};

Comparison read_comparison(const CLI::App& app, const Session& session, const std::vector<Entry>& entries,
                           FileNames& files) {
  Comparison comparison{entries, {}, {}};
  comparison.expected = std::make_shared<std::optional<std::vector<NamedArray>>>();
  for (const Entry& entry : entries)
    comparison.candidates.push_back(std::make_unique<const Candidate>(app, session, entry, files));
  const Candidate& first = *comparison.candidates.front();
  comparison.places = compared_places(app, first);
  for (std::size_t i = 1; i < entries.size(); ++i)
    check_results(entries[i], *comparison.candidates[i], first, comparison.places);
  take(app, "--tolerance", comparison.tolerance, parse_real);
  if (!(comparison.tolerance >= 0 && std::isfinite(comparison.tolerance)))
    usage_error(fmt::format("--tolerance: {:g} is out of range; allowed: 0 or more", comparison.tolerance));
  take(app, "--repeats", comparison.options.runs, least_runs, most_runs);
  comparison.options.point_seconds = seconds_of_point;
  comparison.options.stop = interrupted;
  return comparison;
}

// The first way's results are the others' reference.
std::vector<Way> ways_of(const Comparison& comparison) {
  std::vector<Way> ways;
  for (std::size_t i = 0; i < comparison.entries.size(); ++i) {
    const Candidate& candidate = *comparison.candidates[i];
    const auto mismatch = [&comparison, &candidate, expected = comparison.expected]() -> std::optional<std::string> {
      std::vector<NamedArray> results = candidate.results(comparison.places);
      if (*expected) return difference(**expected, results, comparison.tolerance);
      *expected = std::move(results);
      return {};
    };
    ways.push_back(
        {comparison.entries[i].name, [&candidate, mismatch] {
           return ReadyWay{[&candidate] { return candidate.run(); }, mismatch, candidate.how(), candidate.source()};
         }});
  }
  return ways;
}

const StudyPoint& point_of(const ComparedWays& compared, std::size_t way) {
  return compared.report.charts.front().lines[way].points.front();
}

// Compares the results of the last launches, too: a kernel whose items disturb each other may be right once.
void check_last(const Comparison& comparison, ComparedWays& compared) {
  for (std::size_t i = 0; i < comparison.entries.size(); ++i) {
    StudyPoint& point = compared.report.charts.front().lines[i].points.front();
    if (!point.missing.empty() || !*comparison.expected) continue;
    const auto found =
        difference(**comparison.expected, comparison.candidates[i]->results(comparison.places), comparison.tolerance);
    if (!found) continue;
    point.missing = "wrong in its last launch: " + *found;
    point.ms.clear();
    for (std::size_t j = 0; j < compared.comparisons.size(); ++j) {
      if (i != 0 && i != j + 1) continue;
      compared.comparisons[j] = {compared.comparisons[j].name, Winner::not_compared, {}, point.missing};
      for (const std::size_t claim : {2 * j, 2 * j + 1}) compared.report.claims[claim].verdict = Verdict::untested;
    }
  }
}

// A box plot in a line of text: "|----[==|==]---|".
std::string box_text(const Summary& summary, double low, double high) {
  const auto column = [&](double ms) {
    const double part = high > low ? (std::clamp(ms, low, high) - low) / (high - low) : 0;
    return static_cast<std::size_t>(std::lround(part * static_cast<double>(box_width - 1)));
  };
  std::string line(box_width, ' ');
  const auto fill = [&](double from, double to, char c) {
    for (std::size_t i = column(from); i <= column(to); ++i) line[i] = c;
  };
  fill(summary.low_whisker, summary.high_whisker, '-');
  fill(summary.lower_quartile, summary.upper_quartile, '=');
  line[column(summary.low_whisker)] = line[column(summary.high_whisker)] = '|';
  line[column(summary.lower_quartile)] = '[';
  line[column(summary.upper_quartile)] = ']';
  line[column(summary.median)] = '#';
  return line;
}

std::string table_text(const Comparison& comparison, const ComparedWays& compared) {
  std::vector<std::pair<std::size_t, Summary>> timed;
  for (std::size_t i = 0; i < comparison.entries.size(); ++i)
    if (const auto& ms = point_of(compared, i).ms; !ms.empty()) timed.emplace_back(i, summarize(ms));
  if (timed.empty()) return {};
  double low = timed.front().second.low_whisker, high = timed.front().second.high_whisker;
  for (const auto& [way, summary] : timed) {
    low = std::min(low, summary.low_whisker);
    high = std::max(high, summary.high_whisker);
  }
  Table table({"", ">median, ms", ">quartiles", fmt::format("from {:.4g} to {:.4g} ms", low, high)});
  for (const auto& [way, summary] : timed)
    table.add({comparison.entries[way].name, fmt::format("{:.4g}", summary.median),
               fmt::format("{:.4g} to {:.4g}", summary.lower_quartile, summary.upper_quartile),
               box_text(summary, low, high)});
  return table.text();
}

std::vector<std::string> compared_names(const Comparison& comparison) {
  return mapped(comparison.places,
                [&](std::size_t place) { return comparison.candidates.front()->info().arguments[place].name; });
}

bool all_agree(const Comparison& comparison, const ComparedWays& compared) {
  for (std::size_t i = 0; i < comparison.entries.size(); ++i)
    if (!point_of(compared, i).missing.empty()) return false;
  return true;
}

// Results of zeros alone are equal whatever the kernels do with them.
bool proves_little(const Comparison& comparison) {
  const auto is_zero = [](std::byte byte) { return byte == std::byte{0}; };
  const auto is_all_zeros = [&](const NamedArray& array) { return std::ranges::all_of(array.values.bytes(), is_zero); };
  return *comparison.expected && std::ranges::all_of(**comparison.expected, is_all_zeros);
}

void print_comparison(const Session& session, const Comparison& comparison, const ComparedWays& compared) {
  print("{}\n", device_text(session.device()));
  for (std::size_t i = 0; i < comparison.entries.size(); ++i)
    print_text(entry(comparison.entries[i].name, comparison.candidates[i]->how(), 14));
  print("\n{}", table_text(comparison, compared));
  if (all_agree(comparison, compared))
    print_text(fmt::format("\nEqual results{}: {}. {} launches of each, in turns.\n",
                           comparison.tolerance > 0 ? fmt::format(" to {:g}", comparison.tolerance) : "",
                           join(compared_names(comparison), ", "), comparison.options.runs));
  for (const WayComparison& one : compared.comparisons)
    if (one.winner != Winner::not_compared) print_text(wrap(one.words) + ".\n");
}

Json comparison_json(const WayComparison& one) {
  Json json{{"name", one.name}, {"winner", lenslet::name_of(one.winner)}, {"words", one.words}};
  if (one.winner == Winner::not_compared) return json;
  json["speed_up"] = {
      {"value", one.speed_up.value}, {"low", one.speed_up.confidence.low}, {"high", one.speed_up.confidence.high}};
  return json;
}

// A record of a study, which 'lenslet study --from' reads, with the verdicts behind it.
void print_json(const Comparison& comparison, const ComparedWays& compared, const report::Record& record) {
  Json json = report::to_json(record);
  json["equal"] = all_agree(comparison, compared);
  json["compared_arguments"] = compared_names(comparison);
  json["tolerance"] = comparison.tolerance;
  json["comparisons"] = mapped(compared.comparisons, comparison_json);
  cli::print_json(json);
}

int compare_kernels(const CLI::App& app) {
  FileNames files;
  const std::vector<Entry> entries = read_entries(app);
  for (const Entry& entry : entries) files.read(entry.file);
  const auto page = given(app, "--html");
  if (page) {
    report::require_html();
    files.write(*page);
    check_writable(*page);
  }
  const Session session = open_session(read_device_option(app));
  const Comparison comparison = read_comparison(app, session, entries, files);
  stop_on_interrupt();
  report::Record record = begin_record(session, comparison.options);
  ComparedWays compared =
      compare_ways(session, join(mapped(entries, &Entry::name), ", "), ways_of(comparison), comparison.options);
  check_last(comparison, compared);
  record.stopped = interrupted();
  record.studies.push_back(compared.report);
  if (page) write_text(*page, report::html({record}));
  if (is_set(app, "--json"))
    print_json(comparison, compared, record);
  else
    print_comparison(session, comparison, compared);
  if (proves_little(comparison))
    print_warning("every result is 0, which proves little; give inputs with --arg that differ from element to element");
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (const std::string& missing = point_of(compared, i).missing; !missing.empty())
      print_error(Error(ErrorKind::device, missing), entries[i].name);
  return all_agree(comparison, compared) && !record.stopped ? exit_done : exit_failed;
}

const Offer offer_comparison(kernel_comparison, compare_kernels);

}  // namespace
}  // namespace lenslet::cli
