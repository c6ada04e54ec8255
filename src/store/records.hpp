// Private to the store: whole rows, for looking at and moving them. All functions throw sqlite::Error.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <lenslet/tuning_store.hpp>

#include "sqlite/sqlite.hpp"
#include "store/key.hpp"

namespace lenslet::store {

using KeyTest = std::function<bool(const Key&)>;

// Without the rows that are no results.
std::vector<StoredTrial> read_records(const sqlite::Connection& database, const KeyTest& wanted);

// With them.
std::size_t count_records(const sqlite::Connection& database, const KeyTest& wanted);

// Each in one transaction; both return how many trials changed.
std::size_t merge_records(const sqlite::Connection& database, const std::vector<StoredTrial>& records);
std::size_t delete_records(const sqlite::Connection& database, const KeyTest& unwanted);

}  // namespace lenslet::store
