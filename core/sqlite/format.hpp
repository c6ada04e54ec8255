// What identifies a database file of this library. docs/formats.md describes each kind.
#pragma once

#include <cstdint>
#include <filesystem>

#include "sqlite/sqlite.hpp"

namespace lenslet::sqlite {

struct Format {
  const char* name;             // NAME.sqlite; NAME.lock is locked while it is opened
  const char* variable;         // the environment's variable with the directory
  std::int64_t application_id;  // in the file's header
  std::int64_t version;
  const char* tables;       // SQL that makes the tables; the file keeps this text, so it is part of the format
  const char* synchronous;  // SQLite's level
  int busy_ms;              // how long to wait for other processes
  // The file cannot be made again: a newer version's is refused, and files set aside are never overwritten.
  bool precious;
};

std::filesystem::path path_of(const Format& format, const std::filesystem::path& directory);

// Makes the format's tables in an empty database.
void create_tables(const Connection& database, const Format& format);

bool is_empty(const Connection& database);

// Throws an Error that counts as damage for a database of another application or version, and for one with anything but
// the format's tables. For example, a view in place of a table could run for ever. A newer version of a precious format
// is no damage: it throws std::runtime_error.
void check_format(const Connection& database, const Format& format);

}  // namespace lenslet::sqlite
