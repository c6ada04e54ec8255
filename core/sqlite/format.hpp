// What makes a database file one of ours; docs/formats.md describes each.
#pragma once

#include <cstdint>
#include <filesystem>

#include "sqlite/sqlite.hpp"

namespace lenslet::sqlite {

struct Format {
  const char* name;             // NAME.sqlite, locked by NAME.lock while it is opened
  const char* variable;         // of the environment, names the directory
  std::int64_t application_id;  // in the file's header
  std::int64_t version;
  const char* tables;  // the statements that make them; the file keeps their text, so that it is part of the format
  const char* synchronous;  // SQLite's level
  int busy_ms;              // patience with other processes
  bool precious;            // cannot be made again: a newer version's is refused and nothing set aside is overwritten
};

std::filesystem::path path_of(const Format& format, const std::filesystem::path& directory);

// Makes the format's tables in an empty database.
void create_tables(const Connection& database, const Format& format);

bool is_empty(const Connection& database);

// Throws an Error that counts as damage where the database is of another application or version, and where it holds
// anything but the format's tables, such as a view in a table's place that never ends. A newer version of a precious
// format is no damage, but a std::runtime_error.
void check_format(const Connection& database, const Format& format);

}  // namespace lenslet::sqlite
