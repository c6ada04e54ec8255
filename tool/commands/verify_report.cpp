// A table whose rows come one by one, the failures after it, and JSON.
#include "tool/commands/verify_report.hpp"

#include <cstdio>

#include <fmt/format.h>

#include <lenslet/op.hpp>

#include "system/printable.hpp"
#include "tool/options/pipeline_words.hpp"
#include "tool/records/value_text.hpp"
#include "tool/terminal/output.hpp"

namespace lenslet::cli {
namespace {

// A filter's file has no reference; a program in C++ may bring one.
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

std::vector<std::string> titles_of_tallies() {
  std::vector<std::string> titles{"op", ">cases", ">schedules"};
  for (const Outcome outcome : outcomes) titles.push_back(fmt::format(">{}", name_of(outcome)));
  return titles;
}

}  // namespace

TallyTable::TallyTable(const std::vector<OpCases>& all) : table_(titles_of_tallies()) {
  for (const OpCases& each : all) {
    std::vector<std::string> widest(titles_of_tallies().size(), fmt::format("{}", each.cases.size()));
    widest.front() = system::shown_name(each.op);
    table_.fit(widest);
  }
}

void TallyTable::print_heading(const DeviceInfo& device) const {
  print("{}\n\n{}", device_text(device), table_.titles());
  std::fflush(stdout);
}

void TallyTable::print_row(const Tally& tally) const {
  std::vector<std::string> row{system::shown_name(tally.op), fmt::format("{}", tally.cases()),
                               fmt::format("{}", tally.schedules.size())};
  for (const Outcome outcome : outcomes) row.push_back(fmt::format("{}", tally.count(outcome)));
  print_text(table_.line(row));
  std::fflush(stdout);
}

void print_findings(const std::vector<Tally>& tallies) {
  for (const Tally& tally : tallies) print_failures(tally);
  for (const Tally& tally : tallies)
    if (lacks_reference(tally.op))
      print("\n{}\n", wrap(fmt::format("{}: {}", system::shown_name(tally.op), without_reference)));
}

Json verify_json(const Session& session, int effort, const std::vector<Tally>& tallies, bool passed) {
  return {{"device", to_json(session.device())},
          {"effort", effort},
          {"passed", passed},
          {"ops", mapped(tallies, tally_json)}};
}

}  // namespace lenslet::cli
