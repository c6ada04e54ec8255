// Puts each row into a group, and sorts groups by time.
#include "store/ranking.hpp"

#include <algorithm>
#include <tuple>

#include <lenslet/tune.hpp>

namespace lenslet {

std::string_view name_of(Outcome outcome) {
  constexpr std::string_view names[] = {"correct", "wrong", "build_failed", "launch_failed", "timeout", "excluded"};
  return names[static_cast<std::size_t>(outcome)];
}

std::string_view name_of(Standing standing) {
  constexpr std::string_view names[] = {"look", "won", "tied", "lost"};
  return names[static_cast<std::size_t>(standing)];
}

Standing standing_of(const Trial& trial) {
  for (const Standing standing : {Standing::won, Standing::tied, Standing::lost})
    if (trial.outcome == Outcome::correct && trial.detail == name_of(standing)) return standing;
  return Standing::look;
}

}  // namespace lenslet

namespace lenslet::store {
namespace {

enum class Group : std::uint8_t { won, tied, lost, look, short_look, without_time };

// Returns 0 for rows without a time, whose numbers may be anything.
double ms_per_pixel(const Row& row) {
  if (row.trial.outcome != Outcome::correct) return 0;
  return row.trial.time.median_ms / (static_cast<double>(row.size.width) * static_cast<double>(row.size.height));
}

// Facts about all rows: when rows were last timed in turns, and the largest number of samples of a look.
struct Whole {
  std::int64_t last_in_turns = -1;
  int max_samples = 0;

  // Rows of one timing in turns have the same time stamp. A merged store may have several timings.
  bool decides(const Row& row) const {
    return standing_of(row.trial) != Standing::look && row.unix_time == last_in_turns;
  }
};

Whole whole_of(const std::vector<Row>& rows) {
  Whole whole;
  for (const Row& row : rows)
    if (standing_of(row.trial) == Standing::won) whole.last_in_turns = std::max(whole.last_in_turns, row.unix_time);
  for (const Row& row : rows)
    if (row.trial.outcome == Outcome::correct && !whole.decides(row))
      whole.max_samples = std::max(whole.max_samples, row.trial.time.samples);
  return whole;
}

Group group_of(const Row& row, const Whole& whole) {
  if (row.trial.outcome != Outcome::correct) return Group::without_time;
  if (!whole.decides(row)) return 2 * row.trial.time.samples < whole.max_samples ? Group::short_look : Group::look;
  const Standing standing = standing_of(row.trial);
  if (standing == Standing::won) return Group::won;
  return standing == Standing::tied ? Group::tied : Group::lost;
}

}  // namespace

void rank(std::vector<Row>& rows) {
  const Whole whole = whole_of(rows);
  const auto place = [&whole](const Row& row) {
    return std::tuple(group_of(row, whole), ms_per_pixel(row), row.trial.outcome, row.trial.schedule);
  };
  std::ranges::sort(rows, {}, place);
}

int ties_with_winner(const std::vector<Row>& rows) {
  if (rows.empty() || standing_of(rows.front().trial) != Standing::won) return 0;
  const std::int64_t when = rows.front().unix_time;
  return static_cast<int>(std::ranges::count_if(
      rows, [when](const Row& row) { return standing_of(row.trial) == Standing::tied && row.unix_time == when; }));
}

}  // namespace lenslet::store
