// Reads, counts, merges and deletes whole rows of the store.
#include "store/records.hpp"

#include <fmt/format.h>

#include "store/rows.hpp"
#include "store/stored_trial.hpp"

namespace lenslet::store {
namespace {

std::vector<NearKey> keys_where(const sqlite::Connection& database, const KeyTest& wanted) {
  auto rows = database.prepare(
      "SELECT id, op, work, format, architecture, device, driver, size_bucket FROM keys"
      " ORDER BY op, work, device, driver, size_bucket");
  std::vector<NearKey> keys;
  while (rows.step()) {
    NearKey found{rows.integer(0), {}};
    found.key.op = rows.text(1);
    found.key.work = rows.text(2);
    found.key.format = int_of(rows.integer(3));
    found.key.architecture = rows.text(4);
    found.key.device = rows.text(5);
    found.key.driver = rows.text(6);
    found.key.size_bucket = int_of(rows.integer(7));
    if (wanted(found.key)) keys.push_back(found);
  }
  return keys;
}

Key key_of(const StoredTrial& record) {
  return {.op = record.op,
          .work = record.work,
          .size_bucket = bucket_of(record.size),
          .device = record.device,
          .driver = record.driver,
          .architecture = record.architecture,
          .format = record.format,
          .size = record.size};
}

}  // namespace

std::vector<StoredTrial> read_records(const sqlite::Connection& database, const KeyTest& wanted) {
  std::vector<StoredTrial> records;
  for (const NearKey& each : keys_where(database, wanted))
    for (const Row& row : all_rows(database, each.id)) {
      const Key& key = each.key;
      records.push_back({key.op, key.work, key.device, key.driver, key.architecture, key.format, row.size, row.trial,
                         row.library, row.unix_time});
    }
  return records;
}

std::size_t count_records(const sqlite::Connection& database, const KeyTest& wanted) {
  std::int64_t count = 0;
  for (const NearKey& each : keys_where(database, wanted)) {
    auto rows = database.prepare("SELECT COUNT(*) FROM trials WHERE key = ?");
    if (rows.bind(1, each.id).step()) count += rows.integer(0);
  }
  return static_cast<std::size_t>(count);
}

std::size_t merge_records(const sqlite::Connection& database, const std::vector<StoredTrial>& records) {
  const sqlite::Transaction transaction(database);
  std::size_t changed = 0;
  for (const StoredTrial& record : records)
    changed += put_row(database, key_of(record), {record.trial, record.size, record.library, record.unix_time},
                       Replace::older_ones);
  transaction.commit();
  return changed;
}

std::size_t delete_records(const sqlite::Connection& database, const KeyTest& unwanted) {
  const sqlite::Transaction transaction(database);
  std::size_t changed = 0;
  for (const NearKey& each : keys_where(database, unwanted)) {
    database.prepare("DELETE FROM trials WHERE key = ?").bind(1, each.id).step();
    changed += static_cast<std::size_t>(sqlite3_changes(database.get()));
    database.prepare("DELETE FROM keys WHERE id = ?").bind(1, each.id).step();
  }
  transaction.commit();
  return changed;
}

}  // namespace lenslet::store
