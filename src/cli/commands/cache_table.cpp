// The store has a row for each trial; people look for the best of each case.
#include "cli/commands/cache_table.hpp"

#include <fmt/format.h>

#include <tuple>

#include "cli/records/value_text.hpp"
#include "cli/terminal/text.hpp"

namespace lenslet::cli {
namespace {

// The trials of one case stand together, the fastest first.
struct Case {
  const StoredTrial* first = nullptr;
  std::size_t tried = 0;
  std::size_t correct = 0;
  std::size_t quarantined = 0;
};

auto identity(const StoredTrial& t) {
  return std::tie(t.op, t.work, t.device, t.driver, t.architecture, t.format);
}

bool same_case(const StoredTrial& a, const StoredTrial& b) {
  const auto pixels = [](Size size) { return size.width * size.height; };
  return identity(a) == identity(b) && (a.trial.outcome != Outcome::correct || pixels(a.size) == pixels(b.size));
}

std::vector<Case> cases_of(const std::vector<StoredTrial>& trials) {
  std::vector<Case> cases;
  for (const StoredTrial& trial : trials) {
    if (cases.empty() || !same_case(trial, *cases.back().first)) cases.push_back({&trial});
    Case& last = cases.back();
    ++last.tried;
    last.correct += trial.trial.outcome == Outcome::correct ? 1 : 0;
    last.quarantined += trial.trial.outcome == Outcome::wrong || trial.trial.outcome == Outcome::timeout ? 1 : 0;
  }
  return cases;
}

}  // namespace

std::string cache_table(const std::vector<StoredTrial>& trials) {
  if (trials.empty()) return {};
  Table table({"op", "what", "size", "device", ">tried", ">quarantined", ">best ms", "schedule"});
  for (const Case& each : cases_of(trials)) {
    const StoredTrial& best = *each.first;
    const bool any = each.correct > 0;
    table.add({best.op, best.work, stored_size_text(best.op, best.size), best.device, fmt::format("{}", each.tried),
               fmt::format("{}", each.quarantined), any ? fmt::format("{:.3f}", best.trial.time.median_ms) : "-",
               any ? best.trial.schedule : "none was correct"});
  }
  return table.text() + "\n";
}

Json cache_json(const std::vector<StoredTrial>& trials) {
  Json json = Json::array();
  for (const Case& each : cases_of(trials)) {
    const StoredTrial& best = *each.first;
    const bool any = each.correct > 0;
    json.push_back({{"op", best.op},
                    {"work", best.work},
                    {"width", best.size.width},
                    {"height", best.size.height},
                    {"device", best.device},
                    {"driver", best.driver},
                    {"tried", each.tried},
                    {"correct", each.correct},
                    {"quarantined", each.quarantined},
                    {"best_ms", any ? Json(best.trial.time.median_ms) : Json()},
                    {"schedule", any ? Json(best.trial.schedule) : Json()}});
  }
  return json;
}

}  // namespace lenslet::cli
