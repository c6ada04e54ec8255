// Private to the store: its tables. All functions throw sqlite::Error.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lenslet/tune.hpp>

#include "sqlite/file.hpp"
#include "store/key.hpp"

namespace lenslet::store {

extern const sqlite::Format store_format;

// A key of the table that is for the same op and work on a device of the same architecture.
struct NearKey {
  std::int64_t id = 0;
  Key key;
};
std::vector<NearKey> near_keys(const sqlite::Connection& database, const Key& key);

std::optional<std::int64_t> id_of(const sqlite::Connection& database, const Key& key);

struct Row {
  Trial trial;
  Size size;  // of what was measured
  std::string library;
  std::int64_t unix_time = 0;
};

enum class Replace : bool { older_ones, all };  // never a quarantined one

// Writes a row within a transaction of the caller's; returns how many rows changed: 0 or 1.
std::size_t put_row(const sqlite::Connection& database, const Key& key, const Row& row, Replace replace);

// Writes trials that this version has just measured, in a transaction of their own. Where one was timed in turns with
// the others, what earlier timings in turns said of this key is forgotten, but not the times.
void add_rows(const sqlite::Connection& database, const Key& key, std::span<const Trial> trials);

// Return the correct trials that may be the best ones, at most `limit`, and all; both in the order of ranking.hpp.
std::vector<Row> best_rows(const sqlite::Connection& database, std::int64_t id, int limit);
std::vector<Row> all_rows(const sqlite::Connection& database, std::int64_t id);

std::optional<std::string> why_quarantined(const sqlite::Connection& database, const Key& key,
                                           const std::string& schedule);

}  // namespace lenslet::store
