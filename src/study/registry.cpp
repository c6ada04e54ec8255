// Looking up studies and running one; the list itself is generated from CMakeLists.txt, sorted.
#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "names.hpp"
#include "session/state.hpp"
#include "study/claims.hpp"
#include "study/failure.hpp"
#include "study/judgement.hpp"
#include "study/seconds.hpp"
#include "study/study.hpp"
#include "study/terms.hpp"

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

void check(const StudyOptions& options) {
  const auto refuse = [](const std::string& what) { throw Error(ErrorKind::invalid_argument, what); };
  if (!(options.scale > 0 && options.scale <= 1))
    refuse(fmt::format("a scale of {}; allowed: more than 0, at most 1", options.scale));
  if (options.runs < 3) refuse(fmt::format("{} runs; allowed: 3 and more", options.runs));
  if (!(std::isfinite(options.point_seconds) && options.point_seconds > 0))
    refuse(fmt::format("{} s for a point; allowed: more than 0", options.point_seconds));
}

}  // namespace

std::span<const StudyInfo> all_studies() {
  static const std::vector<StudyInfo> all = [] {
    std::vector<StudyInfo> infos;
    for (const auto& [name, summary] : study::all_claims().studies) {
      StudyInfo& info = infos.emplace_back(StudyInfo{name, summary});
      info.terms = study::terms_of(info.name);
      const auto [cpu, gpu] = study::seconds_of(info.name);
      info.cpu_seconds = cpu;
      info.gpu_seconds = gpu;
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
  check(options);
  if (!state_of(session).queue.timed())
    throw Error(ErrorKind::invalid_argument, "a study in a session without SessionOptions::timing");
  StudyReport report;
  report.name = chosen.name;
  report.summary = find_study(name).summary;
  report.terms = find_study(name).terms;
  const auto begin = std::chrono::steady_clock::now();
  study::Experiment experiment(session, options, report);
  const std::vector<study::ListedClaim> claims = study::claims_of(report.name);
  report.ended_early = study::failure_of([&] { chosen.run(experiment); }).value_or("");
  if (!report.ended_early.empty()) experiment.end_early(report.ended_early);
  study::judge_rest(experiment, claims, report.ended_early);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

}  // namespace lenslet
