// Private to the store: its tables. All functions throw sqlite::Error.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lenslet/tune.hpp>

#include "sqlite/file.hpp"
#include "store/store.hpp"

namespace lenslet::store {

extern const sqlite::Format store_format;

// A key in the table for the same op and work, on a device of the same architecture.
struct NearKey {
  std::int64_t id = 0;
  Key key;
};
std::vector<NearKey> near_keys(const sqlite::Connection& database, const Key& key);

std::optional<std::int64_t> id_of(const sqlite::Connection& database, const Key& key);

struct Row {
  Trial trial;
  Size size;  // of the image that was measured
  std::string library;
  std::int64_t unix_time = 0;
};

enum class Replace : bool { older_ones, all };  // a quarantined row is never replaced

// Writes a row in the caller's transaction. Returns how many rows changed: 0 or 1.
std::size_t put_row(const sqlite::Connection& database, const Key& key, const Row& row, Replace replace);

// Writes trials that this version has just measured, in their own transaction. Where they were timed in turns, the
// standings from earlier timings in turns are removed from this key; the times stay.
void add_rows(const sqlite::Connection& database, const Key& key, std::span<const Trial> trials);

// best_rows() returns the correct trials that may be the best, at most `limit`. all_rows() returns all. Both in the
// order of ranking.hpp.
std::vector<Row> best_rows(const sqlite::Connection& database, std::int64_t id, int limit);
std::vector<Row> all_rows(const sqlite::Connection& database, std::int64_t id);

std::optional<std::string> why_quarantined(const sqlite::Connection& database, const Key& key,
                                           const std::string& schedule);

}  // namespace lenslet::store
