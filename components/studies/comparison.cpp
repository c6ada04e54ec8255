// A comparison is a study that somebody else brings: one chart with a line for each way, all at one place.
#include <lenslet/comparison.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/event_times.hpp>

#include "elapsed.hpp"
#include "studies/clock.hpp"
#include "studies/experiment.hpp"
#include "studies/judgement.hpp"
#include "studies/speed_up.hpp"
#include "studies/study.hpp"

namespace lenslet {
namespace {

constexpr char name_of_report[] = "comparison";

void check(const std::vector<Way>& ways, const StudyOptions& options) {
  const auto refuse = [](const std::string& what) { throw Error(ErrorKind::invalid_argument, what); };
  if (ways.size() < 2) refuse(fmt::format("{} to compare; allowed: 2 or more", ways.size()));
  for (const Way& way : ways)
    if (std::ranges::count(ways, way.name, &Way::name) > 1)
      refuse(fmt::format("two ways with the name '{}'; allowed: a name for each", way.name));
  if (options.runs < static_cast<int>(study::min_runs))
    refuse(fmt::format("{} runs of each; allowed: {} and more, as fewer have no interval of 95%", options.runs,
                       study::min_runs));
}

study::Ready ready_of(const Way& way) {
  ReadyWay made = way.prepare();
  return {std::move(made.run), std::move(made.how), std::move(made.source), std::move(made.mismatch)};
}

Winner winner_of(Verdict faster, Verdict alike) {
  if (faster == Verdict::untested) return Winner::not_compared;
  if (alike == Verdict::holds) return Winner::alike;
  if (faster == Verdict::undecided) return Winner::unsure;
  return faster == Verdict::holds ? Winner::other : Winner::first;
}

std::string words_for(const WayComparison& comparison, const std::string& first) {
  const std::string text = study::speed_up_text(comparison.name, first, comparison.speed_up);
  switch (comparison.winner) {
    case Winner::first:
      return fmt::format("{}: {} is faster", text, first);
    case Winner::other:
      return fmt::format("{}: {} is faster", text, comparison.name);
    case Winner::alike:
      return fmt::format("{}: they are alike, to {:.0f}%", text, 100 * (alike_factor - 1));
    default:
      return fmt::format("{}: undecided", text);
  }
}

// Judges one way beside the first, and adds both claims to the report.
WayComparison judged(study::Experiment& experiment, const std::string& first, const std::string& other) {
  const study::ChartPlace here{0, other, 0}, there{0, first, 0};
  StudyReport& report = experiment.report();
  const auto claim = [&](const std::string& text) {
    const int number = static_cast<int>(report.claims.size()) + 1;
    return study::Judgement(experiment, study::ListedClaim{number, name_of_report, {}, text, {}, {}});
  };
  report.claims.push_back(claim(fmt::format("{} is faster than {}.", other, first)).faster(here, there).claim());
  const Claim faster = report.claims.back();
  report.claims.push_back(
      claim(fmt::format("{} takes as long as {}, to {:.0f}%.", other, first, 100 * alike_factor - 100))
          .alike(here, there, alike_factor)
          .claim());
  WayComparison comparison{other, winner_of(faster.verdict, report.claims.back().verdict)};
  if (!faster.figures.empty() && faster.figures.front().speed_up)
    comparison.speed_up = faster.figures.front().speed_up->measured;
  comparison.words =
      comparison.winner == Winner::not_compared ? faster.figures.front().text : words_for(comparison, first);
  return comparison;
}

}  // namespace

std::string_view name_of(Winner winner) {
  constexpr std::string_view names[] = {"first", "other", "alike", "unsure", "not compared"};
  return names[static_cast<std::size_t>(winner)];
}

double launch_ms(const std::function<Launch()>& launch) {
  std::optional<EventTimes> times;
  const double until_end = study::host_ms([&] { times = event_times(launch()).front(); });
  return study::device_or_host_ms(static_cast<double>(times->ended - times->started) * 1e-6, until_end);
}

ComparedWays compare_ways(const Session& session, const std::string& title, const std::vector<Way>& ways,
                          const StudyOptions& options) {
  check(ways, options);
  study::check_options(session, options);
  ComparedWays compared;
  StudyReport& report = compared.report;
  report.name = name_of_report;
  report.summary = title;
  const auto begin = std::chrono::steady_clock::now();
  study::Experiment experiment(session, options, report);
  const std::size_t chart = experiment.add_chart(title, "each runs", {"once"});
  for (const Way& way : ways) experiment.add(chart, way.name, 0, [&way] { return ready_of(way); });
  experiment.measure();
  for (std::size_t i = 1; i < ways.size(); ++i)
    compared.comparisons.push_back(judged(experiment, ways.front().name, ways[i].name));
  report.seconds = milliseconds_since(begin) / 1000;
  return compared;
}

}  // namespace lenslet
