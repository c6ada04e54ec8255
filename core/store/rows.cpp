// All of the store's SQL.
#include "store/rows.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/version.hpp>

#include "names.hpp"
#include "store/ranking.hpp"
#include "store/stored_trial.hpp"

namespace lenslet::store {

// A trial is on the disk once it is reported. This needs a wait for the disk, which is short compared with the trial.
// Reading does not wait.
const sqlite::Format store_format{
    .name = "tuning",
    .variable = "LENSLET_DATA_DIR",
    .application_id = 0x4c4e5354,  // "LNST"
    .version = 1,
    .tables =
        "CREATE TABLE keys (id INTEGER PRIMARY KEY, op TEXT NOT NULL, work TEXT NOT NULL, format INTEGER NOT NULL,"
        " architecture TEXT NOT NULL, device TEXT NOT NULL, driver TEXT NOT NULL, size_bucket INTEGER NOT NULL,"
        " UNIQUE (op, work, format, architecture, device, driver, size_bucket));"
        "CREATE TABLE trials (key INTEGER NOT NULL REFERENCES keys (id), schedule TEXT NOT NULL,"
        " outcome TEXT NOT NULL, median_ms REAL NOT NULL, low_ms REAL NOT NULL, high_ms REAL NOT NULL,"
        " samples INTEGER NOT NULL, host_clock INTEGER NOT NULL, detail TEXT NOT NULL, width INTEGER NOT NULL, height "
        "INTEGER NOT NULL,"
        " library TEXT NOT NULL, unix_time INTEGER NOT NULL, PRIMARY KEY (key, schedule)) WITHOUT ROWID;"
        "CREATE INDEX fastest ON trials (key, median_ms / (width * height)) WHERE outcome = 'correct'",
    .synchronous = "FULL",
    .busy_ms = 30000,
    .precious = true,
};

namespace {

constexpr Outcome outcomes[] = {Outcome::correct,       Outcome::wrong,   Outcome::build_failed,
                                Outcome::launch_failed, Outcome::timeout, Outcome::excluded};

constexpr const char* trial_columns =
    "schedule, outcome, median_ms, low_ms, high_ms, samples, host_clock, detail, width, height,"
    " library, unix_time";

std::int64_t unix_time() {
  using namespace std::chrono;
  return duration_cast<seconds>(system_clock::now().time_since_epoch()).count();
}

// Reads a row. Absent for an invalid row, one that this version cannot have written.
std::optional<Row> read_row(const sqlite::Statement& row) {
  if (!row.has_types("ttrrriitiiti")) return std::nullopt;
  try {
    Row result;
    Trial& trial = result.trial;
    trial.schedule = row.text(0);
    trial.outcome = parse_name("unknown outcome", row.text(1), outcomes);
    trial.time = {row.real(2), row.real(3), row.real(4), int_of(row.integer(5)), row.integer(6) != 0};
    trial.detail = row.text(7);
    result.size = {row.integer(8), row.integer(9)};
    result.library = row.text(10);
    result.unix_time = row.integer(11);
    check_result(trial, result.size, result.unix_time);
    return result;
  } catch (const lenslet::Error&) {
    return std::nullopt;
  }
}

std::vector<Row> read_rows(sqlite::Statement& rows) {
  std::vector<Row> result;
  while (rows.step())
    if (const std::optional<Row> row = read_row(rows)) result.push_back(*row);
  rank(result);
  return result;
}

void insert_key(const sqlite::Connection& database, const Key& key) {
  auto insert = database.prepare(
      "INSERT OR IGNORE INTO keys (op, work, format, architecture, device, driver, size_bucket)"
      " VALUES (?, ?, ?, ?, ?, ?, ?)");
  insert.bind(1, key.op).bind(2, key.work).bind(3, key.format).bind(4, key.architecture).bind(5, key.device);
  insert.bind(6, key.driver).bind(7, key.size_bucket).step();
}

void forget_standings(const sqlite::Connection& database, std::int64_t id) {
  auto update = database.prepare(
      "UPDATE trials SET detail = '' WHERE key = ? AND outcome = 'correct' AND detail IN ('won', 'tied', 'lost')");
  update.bind(1, id).step();
}

}  // namespace

std::size_t put_row(const sqlite::Connection& database, const Key& key, const Row& row, Replace replace) {
  insert_key(database, key);
  auto insert = database.prepare(
      "INSERT INTO trials (key, schedule, outcome, median_ms, low_ms, high_ms, samples, host_clock, detail, width,"
      " height, library, unix_time) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
      " (outcome, median_ms, low_ms, high_ms, samples, host_clock, detail, width, height, library, unix_time) ="
      " (excluded.outcome, excluded.median_ms, excluded.low_ms, excluded.high_ms, excluded.samples,"
      " excluded.host_clock, excluded.detail, excluded.width, excluded.height, excluded.library, excluded.unix_time)"
      " WHERE outcome NOT IN ('wrong', 'timeout') AND"
      " (excluded.outcome <> 'correct' OR outcome <> 'correct' OR detail NOT IN ('won', 'tied', 'lost')"
      " OR excluded.detail IN ('won', 'tied', 'lost')) AND"
      " (? OR excluded.unix_time > unix_time OR excluded.outcome IN ('wrong', 'timeout') OR"
      " unix_time NOT BETWEEN 0 AND ?)");
  const Trial& trial = row.trial;
  insert.bind(1, *id_of(database, key)).bind(2, trial.schedule).bind(3, name_of(trial.outcome));
  insert.bind(4, trial.time.median_ms).bind(5, trial.time.low_ms).bind(6, trial.time.high_ms);
  insert.bind(7, trial.time.samples).bind(8, trial.time.host_clock ? 1 : 0).bind(9, trial.detail);
  insert.bind(10, row.size.width).bind(11, row.size.height).bind(12, row.library).bind(13, row.unix_time);
  insert.bind(14, replace == Replace::all ? 1 : 0).bind(15, latest_time).step();
  return static_cast<std::size_t>(sqlite3_changes(database.get()));
}

void add_rows(const sqlite::Connection& database, const Key& key, std::span<const Trial> trials) {
  const sqlite::Transaction transaction(database);
  const bool in_turns = std::ranges::any_of(trials, [](const Trial& t) { return standing_of(t) != Standing::look; });
  if (const auto id = id_of(database, key); id && in_turns) forget_standings(database, *id);
  const std::int64_t now = unix_time();
  for (const Trial& trial : trials) put_row(database, key, {trial, key.size, std::string(version), now}, Replace::all);
  transaction.commit();
}

std::optional<std::int64_t> id_of(const sqlite::Connection& database, const Key& key) {
  auto row = database.prepare(
      "SELECT id FROM keys WHERE op = ? AND work = ? AND format = ? AND architecture = ? AND device = ? AND driver = ?"
      " AND size_bucket = ?");
  row.bind(1, key.op).bind(2, key.work).bind(3, key.format).bind(4, key.architecture).bind(5, key.device);
  if (!row.bind(6, key.driver).bind(7, key.size_bucket).step()) return std::nullopt;
  return row.integer(0);
}

std::vector<NearKey> near_keys(const sqlite::Connection& database, const Key& key) {
  auto rows = database.prepare(
      "SELECT id, device, driver, size_bucket FROM keys WHERE op = ? AND work = ? AND format = ? AND architecture = ?");
  rows.bind(1, key.op).bind(2, key.work).bind(3, key.format).bind(4, key.architecture);
  std::vector<NearKey> found;
  while (rows.step()) {
    NearKey near{rows.integer(0), key};
    near.key.device = rows.text(1);
    near.key.driver = rows.text(2);
    near.key.size_bucket = int_of(rows.integer(3));
    if (near.key.size_bucket >= 0) found.push_back(near);
  }
  return found;
}

std::vector<Row> best_rows(const sqlite::Connection& database, std::int64_t id, int limit) {
  auto rows =
      database.prepare(fmt::format("SELECT {} FROM trials WHERE key = ? AND outcome = 'correct' ORDER BY"
                                   " detail NOT IN ('won', 'tied', 'lost'), median_ms / (width * height) LIMIT ?",
                                   trial_columns));
  rows.bind(1, id).bind(2, limit);
  return read_rows(rows);
}

std::vector<Row> all_rows(const sqlite::Connection& database, std::int64_t id) {
  auto rows = database.prepare(fmt::format("SELECT {} FROM trials WHERE key = ?", trial_columns));
  rows.bind(1, id);
  return read_rows(rows);
}

std::optional<std::string> why_quarantined(const sqlite::Connection& database, const Key& key,
                                           const std::string& schedule) {
  auto row = database.prepare(
      "SELECT detail FROM keys JOIN trials ON trials.key = keys.id WHERE op = ? AND work = ? AND format = ? AND"
      " architecture = ? AND device = ? AND driver = ? AND schedule = ? AND outcome IN ('wrong', 'timeout')");
  row.bind(1, key.op).bind(2, key.work).bind(3, key.format).bind(4, key.architecture).bind(5, key.device);
  if (!row.bind(6, key.driver).bind(7, schedule).step()) return {};
  return row.text(0);
}

}  // namespace lenslet::store
