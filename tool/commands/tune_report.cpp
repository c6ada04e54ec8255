// A row, or a record, for each op that was tuned.
#include "tool/commands/tune_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lenslet/user_op.hpp>
#include <lenslet/version.hpp>

#include "tool/records/measured.hpp"
#include "tool/terminal/text.hpp"
#include "system/shown_name.hpp"

namespace lenslet::cli {
namespace {

constexpr int tune_format = 1;

std::size_t count(const TuneResult& result, Outcome outcome) {
  return static_cast<std::size_t>(std::ranges::count(result.trials, outcome, &Trial::outcome));
}

std::string ms_text(const std::optional<Trial>& trial) {
  return trial ? fmt::format("{:.4f}", trial->time.median_ms) : "-";
}

std::string ratio_text(const TuneResult& result) {
  if (!result.initial || !result.winner) return "-";
  return fmt::format("{:.2f}", result.initial->time.median_ms / result.winner->time.median_ms);
}

// Tells whether the winner is one for sure.
std::string order_text(const TuneResult& result) {
  if (!result.winner || standing_of(*result.winner) == Standing::look) return "short looks";
  const auto tied =
      std::ranges::count_if(result.trials, [](const Trial& t) { return standing_of(t) == Standing::tied; });
  return tied == 0 ? "sure" : fmt::format("{} are equal", tied + 1);
}

std::string failures_text(const TuneResult& result) {
  std::vector<std::string> words;
  for (const Outcome outcome : outcomes)
    if (outcome != Outcome::correct && count(result, outcome) > 0)
      words.push_back(fmt::format("{} {}", count(result, outcome), name_of(outcome)));
  return words.empty() ? "-" : join(words, ", ");
}

std::string end_text(TuneEnd end) {
  constexpr const char* texts[] = {"time over", "enough tried", "all tried", "stopped"};
  return texts[static_cast<std::size_t>(end)];
}

bool by_host_clock(const TuneResult& result) {
  return result.winner && result.winner->time.host_clock;
}

Json optional_json(const std::optional<Trial>& trial) {
  return trial ? to_json(*trial) : Json();
}

Json record_json(const Tuned& tuned) {
  const auto& [work, result] = tuned;
  Json json = to_json(work);
  json["end"] = name_of(result.end);
  json["seconds"] = result.seconds;
  json["images"] = result.copies;
  json["clock"] = by_host_clock(result) ? "host" : "device";
  json["worker"] = result.worker;
  json["untuned"] = optional_json(result.initial);
  json["winner"] = optional_json(result.winner);
  for (const Outcome outcome : outcomes) json["outcomes"][std::string(name_of(outcome))] = count(result, outcome);
  json["trials"] = mapped(result.trials, [](const Trial& trial) { return to_json(trial); });
  return json;
}

// Of users' filters that never answered.
std::string endless_text(const std::vector<Tuned>& all) {
  std::string text;
  for (const auto& [work, result] : all)
    if (!result.winner && count(result, Outcome::timeout) > 0 && is_of_user(find_op(work.call.op)))
      text += fmt::format("\n{}\n", wrap(fmt::format("{}: its kernels gave no result in time. A loop of it may never "
                                                     "end; if it is only slow, --timeout gives it longer.",
                                                     system::shown_name(work.call.op))));
  return text;
}

}  // namespace

std::string tune_table(const Session& session, const std::vector<Tuned>& all) {
  Table table({"op", "type", "size", "border", ">untuned ms", ">tuned ms", ">ratio", "order", ">correct", "not",
               ">seconds", "end", "schedule"});
  bool host_clock = false;
  for (const auto& [work, result] : all) {
    host_clock = host_clock || by_host_clock(result);
    table.add({describe(work.call), type_text(work), size_text(work), border_text(work), ms_text(result.initial),
               ms_text(result.winner), ratio_text(result), order_text(result),
               fmt::format("{}", count(result, Outcome::correct)), failures_text(result),
               fmt::format("{:.1f}", result.seconds), end_text(result.end),
               result.winner ? result.winner->schedule : "none is correct"});
  }
  return fmt::format("{}, lenslet {}{}\n\n{}{}", device_text(session.device()), version,
                     host_clock ? ", times by the host's clock: the driver gives none" : "", table.text(),
                     endless_text(all));
}

Json tune_json(const Session& session, const TuneOptions& options, const std::vector<Tuned>& all) {
  return {{"format", tune_format},
          {"lenslet", version},
          {"device", to_json(session.device())},
          {"strategy", options.strategy},
          {"seed", options.seed},
          {"budget_seconds", options.budget_seconds},
          {"only", options.only},
          {"records", mapped(all, record_json)}};
}

}  // namespace lenslet::cli
