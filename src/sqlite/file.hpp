// A database file that this library owns, from its first opening to being set aside.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include <sys/types.h>

#include "sqlite/sqlite.hpp"

namespace lenslet::sqlite {

// What makes a file one of ours. docs/formats.md describes each.
struct Format {
  const char* name;             // NAME.sqlite, locked by NAME.lock while it is opened
  const char* variable;         // of the environment, names the directory
  std::int64_t application_id;  // in the file's header
  std::int64_t version;
  const char* tables;       // the statements that make them
  const char* check;        // a query whose one number is not 0 where the tables are there
  const char* synchronous;  // SQLite's level
  int busy_ms;              // patience with other processes
  bool precious;  // it cannot be made again: a newer version's is refused and nothing set aside is overwritten
};

class File {
 public:
  static std::filesystem::path path(const Format& format, const std::filesystem::path& directory);

  // Opens or makes DIRECTORY/NAME.sqlite; one that is damaged, foreign or of another format version is renamed to
  // NAME.sqlite.bad-N. Throws where there can be no such file.
  static std::unique_ptr<File> open(const Format& format, const std::filesystem::path& directory);

  // For a file whose damage showed late: sets it aside, unless another process has already done so, and opens anew.
  static std::unique_ptr<File> replace(std::unique_ptr<File> damaged);

  const Connection& database() const { return database_; }

  // Where the file went that stood in this one's place; empty where it was sound.
  const std::filesystem::path& set_aside() const { return set_aside_; }

 private:
  struct Identity {
    dev_t device = 0;
    ino_t inode = 0;
    bool operator==(const Identity&) const = default;
  };
  File(const Format& format, const std::filesystem::path& directory, std::filesystem::path set_aside);
  static Identity identity_of(const std::filesystem::path& path);
  static std::unique_ptr<File> open_locked(const Format& format, const std::filesystem::path& directory);

  const Format& format_;
  std::filesystem::path directory_;
  std::filesystem::path set_aside_;
  Connection database_;
  Identity identity_;
};

// Makes the format's tables in an empty database.
void create_tables(const Connection& database, const Format& format);

// What a sound file of this version holds that cannot be opened for writing, into `to`; false where there is none.
bool copy_unwritable(const Format& format, const std::filesystem::path& directory, const Connection& to);

}  // namespace lenslet::sqlite
