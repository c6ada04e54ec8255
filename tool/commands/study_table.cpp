// Texts are long and terminals narrow: verdicts stand in columns, and beside them each claim above its figures.
#include "tool/commands/study_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "studies/report/claims.hpp"
#include "studies/report/compare.hpp"
#include "studies/report/expected_time.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

using report::JudgedClaim;
using report::Record;

constexpr std::size_t number_width = 7, verdict_width = 15;
constexpr std::size_t max_figures = 4;  // of a claim on all devices together, but at least one on each

// Writes "[2] " if there are several devices.
std::string device_mark(std::size_t device, std::size_t devices) {
  return devices > 1 ? fmt::format("[{}] ", device + 1) : std::string();
}

std::string heading(const std::vector<Record>& records) {
  std::string text;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Record& record = records[i];
    text += fmt::format("{}{} ({}, driver {}), lenslet {}, scale {:g}, {} runs{}\n", device_mark(i, records.size()),
                        fact(record, "name"), fact(record, "platform"), fact(record, "driver"), record.version,
                        record.scale, record.runs, record.stopped ? ", stopped" : "");
  }
  return text;
}

std::string titles(std::size_t devices) {
  std::string text = fmt::format("{:<{}}", "claim", number_width);
  for (std::size_t i = 0; i < devices; ++i)
    text += fmt::format("{:<{}}", "verdict" + (devices > 1 ? " " + device_mark(i, devices) : ""), verdict_width);
  return text + "study: what is claimed, and the figures\n";
}

std::string figures(const JudgedClaim& claim, std::size_t indent) {
  const std::size_t most = std::max<std::size_t>(max_figures / claim.judged.size(), 1);
  std::string text;
  for (std::size_t i = 0; i < claim.judged.size(); ++i) {
    if (claim.judged[i] == nullptr) continue;
    const std::vector<ClaimFigure>& parts = claim.judged[i]->figures;
    const std::size_t shown = std::min(parts.size(), most);
    for (std::size_t j = 0; j < shown; ++j)
      text +=
          fmt::format("{:{}}- {}\n", "", indent, wrap(device_mark(i, claim.judged.size()) + parts[j].text, indent + 2));
    if (shown < parts.size()) text += fmt::format("{:{}}- and {} more\n", "", indent, parts.size() - shown);
  }
  return text;
}

std::string row(const JudgedClaim& claim) {
  std::string text = fmt::format("{:>{}}  ", claim.number, number_width - 2);
  for (const Claim* judged : claim.judged)
    text += fmt::format("{:<{}}", judged == nullptr ? "-" : lenslet::name_of(judged->verdict), verdict_width);
  const std::size_t indent = text.size();
  return text + wrap(fmt::format("{}: {}", claim.study, claim.text), indent) + '\n' + figures(claim, indent);
}

std::string tally(const std::vector<JudgedClaim>& claims, std::size_t device, std::size_t devices) {
  std::vector<std::string> words;
  for (const lenslet::Verdict verdict : lenslet::verdicts) {
    const auto count = std::ranges::count_if(claims, [&](const JudgedClaim& claim) {
      return claim.judged[device] != nullptr && claim.judged[device]->verdict == verdict;
    });
    if (count > 0) words.push_back(fmt::format("{} {}", count, lenslet::name_of(verdict)));
  }
  return words.empty() ? "" : fmt::format("{}{}\n", device_mark(device, devices), join(words, ", "));
}

std::string remark(const std::string& text) {
  return fmt::format("- {}\n", wrap(text, 2));
}

std::string remarks(const Record& record, const std::string& mark) {
  std::string text;
  for (const StudyReport& study : record.studies) {
    for (const std::string& note : study.notes) text += remark(fmt::format("{}{}: {}", mark, study.name, note));
    for (const report::MissingPoints& missing : report::missing_points(study))
      text +=
          remark(fmt::format("{}{}: {} without times: {}", mark, study.name,
                             missing.count == 1 ? "1 point" : fmt::format("{} points", missing.count), missing.reason));
  }
  for (const report::Failure& failure : record.failures)
    text += remark(fmt::format("{}{} failed: {}", mark, failure.study, failure.error));
  return text;
}

// Tables are too wide for a terminal: the reports have their differences.
std::string comparisons(const std::vector<Record>& records) {
  std::string text;
  for (const std::string& study : report::study_names(records))
    for (const report::TableComparison& one : report::compared_tables(records, study))
      text += remark(fmt::format("{}, table '{}': {}", study, one.title, one.result));
  return text;
}

constexpr std::size_t list_column = 20;

std::string times(double cpu_seconds, double gpu_seconds) {
  const auto on = [](const char* device, double seconds) {
    return seconds > 0 ? fmt::format("{} on a {}", report::rounded_time(seconds), device) : std::string();
  };
  const std::string cpu = on("CPU", cpu_seconds), gpu = on("GPU", gpu_seconds);
  if (cpu.empty() && gpu.empty()) return {};
  return fmt::format("About {}{}{}.", cpu, cpu.empty() || gpu.empty() ? "" : ", ", gpu);
}

}  // namespace

std::string study_table(const std::vector<Record>& records) {
  const std::vector<JudgedClaim> claims = report::judged_claims(records);
  std::string text = heading(records) + '\n';
  if (!claims.empty()) text += titles(records.size());
  for (const JudgedClaim& claim : claims) text += row(claim);
  if (!claims.empty()) text += '\n';
  for (std::size_t i = 0; i < records.size(); ++i) text += tally(claims, i, records.size());
  std::string notes = comparisons(records);
  for (std::size_t i = 0; i < records.size(); ++i) notes += remarks(records[i], device_mark(i, records.size()));
  return notes.empty() ? text : fmt::format("{}\n{}", text, notes);
}

std::string study_list() {
  std::string text = "The studies:\n";
  double cpu_seconds = 0, gpu_seconds = 0;
  for (const StudyInfo& info : all_studies()) {
    const std::string claims = info.claims.empty() ? "" : fmt::format("Claims {}. ", fmt::join(info.claims, ", "));
    text += entry(info.name, fmt::format("{}\n{}{}", info.summary, claims, times(info.cpu_seconds, info.gpu_seconds)),
                  list_column);
    cpu_seconds += info.cpu_seconds;
    gpu_seconds += info.gpu_seconds;
  }
  return text + "\n" +
         wrap(fmt::format("'lenslet study NAME...' runs some, 'lenslet study --all' all of them. {}",
                          times(cpu_seconds, gpu_seconds))) +
         "\n" +
         wrap(
             "Times are those of two cores of an AMD EPYC with --scale 0.25 and of an NVIDIA H200 with --scale 1. On "
             "another device they differ: while studies run, the time left follows what those that ended took there.") +
         "\n";
}

}  // namespace lenslet::cli
