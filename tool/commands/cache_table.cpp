// The store has a row for each trial; people look for what a run takes.
#include "tool/commands/cache_table.hpp"

#include <fmt/format.h>

#include "tool/records/value_text.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

const StoredTrial* chosen_of(const StoredCase& one) {
  return one.chosen ? &one.trials[*one.chosen] : nullptr;
}

std::size_t quarantined(const StoredCase& one) {
  return one.count(Outcome::wrong) + one.count(Outcome::timeout);
}

// Tells whether what is chosen is the fastest for sure.
std::string order_text(const StoredCase& one) {
  const StoredTrial* chosen = chosen_of(one);
  if (chosen == nullptr) return "-";
  if (standing_of(chosen->trial) == Standing::look) return "short looks";
  return one.ties == 0 ? "sure" : fmt::format("{} are equal", one.ties + 1);
}

Json case_json(const StoredCase& one) {
  const StoredTrial* chosen = chosen_of(one);
  const StoredTrial& shown = chosen != nullptr ? *chosen : one.trials.front();
  return {{"op", shown.op},
          {"work", shown.work},
          {"width", shown.size.width},
          {"height", shown.size.height},
          {"device", shown.device},
          {"driver", shown.driver},
          {"tried", one.trials.size()},
          {"correct", one.count(Outcome::correct)},
          {"quarantined", quarantined(one)},
          {"best_ms", chosen != nullptr ? Json(shown.trial.time.median_ms) : Json()},
          {"standing", chosen != nullptr ? Json(name_of(standing_of(shown.trial))) : Json()},
          {"ties", one.ties},
          {"schedule", chosen != nullptr ? Json(shown.trial.schedule) : Json()}};
}

}  // namespace

std::string cache_table(const std::vector<StoredCase>& cases) {
  if (cases.empty()) return {};
  Table table({"op", "what", "size", "device", ">tried", ">quarantined", ">best ms", "order", "schedule"});
  for (const StoredCase& each : cases) {
    const StoredTrial* chosen = chosen_of(each);
    const StoredTrial& shown = chosen != nullptr ? *chosen : each.trials.front();
    table.add({shown.op, shown.work, stored_size_text(shown.op, shown.size), shown.device,
               fmt::format("{}", each.trials.size()), fmt::format("{}", quarantined(each)),
               chosen != nullptr ? fmt::format("{:.3f}", shown.trial.time.median_ms) : "-", order_text(each),
               chosen != nullptr ? shown.trial.schedule : "none was correct"});
  }
  return table.text() + "\n";
}

Json cache_json(const std::vector<StoredCase>& cases) {
  return mapped(cases, case_json);
}

}  // namespace lenslet::cli
