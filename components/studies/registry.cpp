// Finds studies and runs one. The list is generated from CMakeLists.txt, sorted.
#include <algorithm>
#include <cmath>
#include <sstream>
#include <tuple>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "elapsed.hpp"
#include "names.hpp"
#include "session/state.hpp"
#include "studies/claims.hpp"
#include "studies/judgement.hpp"
#include "studies/kernels.hpp"
#include "studies/study.hpp"

namespace lenslet {
namespace {

const study::Study& find(std::string_view name) {
  const std::span<const study::Study> all = study::registry();
  const auto found = std::ranges::find_if(all, [&](const study::Study& one) { return one.name == name; });
  if (found != all.end()) return *found;
  std::vector<std::string> known;
  for (const study::Study& one : all) known.push_back(one.name);
  throw_unknown("unknown study", name, known);
}

}  // namespace

void study::check_options(const Session& session, const StudyOptions& options) {
  const auto refuse = [](const std::string& what) { throw Error(ErrorKind::invalid_argument, what); };
  if (!(options.scale > 0 && options.scale <= 1))
    refuse(fmt::format("a scale of {}; allowed: more than 0, at most 1", options.scale));
  if (options.runs < 3) refuse(fmt::format("{} runs; allowed: 3 and more", options.runs));
  if (!(std::isfinite(options.point_seconds) && options.point_seconds > 0))
    refuse(fmt::format("{} s for a point; allowed: more than 0", options.point_seconds));
  if (!state_of(session).queue.timed()) refuse("a study in a session without SessionOptions::timing");
}

std::string study::run(const Study& study, Experiment& experiment) {
  if (study.run == nullptr) {
    const std::string why = "this lenslet was built without the component " + study.missing;
    experiment.note("Nothing was measured: " + why + ".");
    return why;
  }
  std::string& ended_early = experiment.report().ended_early = failure_of([&] { study.run(experiment); }).value_or("");
  if (ended_early.empty()) return {};
  experiment.end_early(ended_early);
  return "the study ended early: " + ended_early;
}

std::pair<double, double> study::find_seconds(std::string_view text, std::string_view study) {
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name;
    std::pair<double, double> seconds;
    if (words >> name >> seconds.first >> seconds.second && name == study) return seconds;
  }
  return {};
}

std::span<const StudyInfo> all_studies() {
  static const std::vector<StudyInfo> all = [] {
    std::vector<StudyInfo> infos;
    for (const auto& [name, summary] : study::all_claims().studies) {
      StudyInfo& info = infos.emplace_back(StudyInfo{name, summary});
      for (const auto& [user, term] : study::all_claims().terms)
        if (user == name) info.terms.push_back(term);
      std::tie(info.cpu_seconds, info.gpu_seconds) = study::find_seconds(study::kernel_source("seconds.txt"), name);
      for (const study::ListedClaim& claim : study::claims_of(name))
        if (info.claims.empty() || info.claims.back() != claim.number) info.claims.push_back(claim.number);
    }
    return infos;
  }();
  return all;
}

const StudyInfo& find_study(std::string_view name) {
  return *std::ranges::find(all_studies(), find(name).name, &StudyInfo::name);
}

StudyReport run_study(const Session& session, std::string_view name, const StudyOptions& options) {
  const study::Study& chosen = find(name);
  study::check_options(session, options);
  StudyReport report;
  report.name = chosen.name;
  report.summary = find_study(name).summary;
  report.terms = find_study(name).terms;
  const auto begin = std::chrono::steady_clock::now();
  study::Experiment experiment(session, options, report);
  const std::vector<study::ListedClaim> claims = study::claims_of(report.name);
  study::judge_rest(experiment, claims, study::run(chosen, experiment));
  for (const auto& [user, note] : study::all_claims().notes)
    if (user == report.name) experiment.note(note);
  report.seconds = milliseconds_since(begin) / 1000;
  return report;
}

}  // namespace lenslet
