// Private to the store: reads, merges and deletes whole rows. All functions throw sqlite::Error.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <lenslet/tuning_store.hpp>

#include "sqlite/sqlite.hpp"
#include "store/store.hpp"

namespace lenslet::store {

using KeyTest = std::function<bool(const Key&)>;

// Reads the rows, except for invalid ones.
std::vector<StoredTrial> read_records(const sqlite::Connection& database, const KeyTest& wanted);

// Counts the rows, invalid ones included.
std::size_t count_records(const sqlite::Connection& database, const KeyTest& wanted);

// Merge and delete, in one transaction each. Both return how many trials changed.
std::size_t merge_records(const sqlite::Connection& database, const std::vector<StoredTrial>& records);
std::size_t delete_records(const sqlite::Connection& database, const KeyTest& unwanted);

}  // namespace lenslet::store
