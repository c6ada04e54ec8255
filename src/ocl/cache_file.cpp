// Opening is serialised by a lock file beside the database, because two processes that both find a damaged file must
// not set each other's new one aside. All else is left to SQLite's own locks.
#include "ocl/cache_file.hpp"

#include <chrono>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>

#include "ocl/file_lock.hpp"

namespace lenslet::ocl {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t application_id = 0x4c4e534c;  // "LNSL"
constexpr std::int64_t format_version = 1;
constexpr int patience_ms = 5000;  // for other processes, whose writes take milliseconds
constexpr int most_set_aside = 3;  // the last is overwritten: the files may be large

fs::path file_in(const fs::path& directory) {
  return directory / "programs.sqlite";
}

fs::path with_suffix(fs::path path, std::string_view suffix) {
  return path += suffix;
}

// The write-ahead log must go along: left behind, it would be replayed into the next file of this name.
void set_aside(const fs::path& file) {
  fs::path target;
  for (int n = 1; n <= most_set_aside; ++n) {
    target = with_suffix(file, fmt::format(".bad-{}", n));
    if (!fs::exists(target)) break;
  }
  for (const char* part : {"-wal", "-shm", ""}) {
    std::error_code ignored;
    fs::remove(with_suffix(target, part), ignored);
    const fs::path from = with_suffix(file, part);
    if (fs::exists(from)) fs::rename(from, with_suffix(target, part));
  }
}

void create_table(const sqlite::Connection& database) {
  database.run("PRAGMA journal_mode = WAL");
  database.run(fmt::format("BEGIN IMMEDIATE;"
                           "CREATE TABLE programs (hash INTEGER PRIMARY KEY, key TEXT NOT NULL, binary BLOB NOT NULL,"
                           " checksum INTEGER NOT NULL, bytes INTEGER NOT NULL, used INTEGER NOT NULL);"
                           "CREATE INDEX programs_used ON programs (used);"
                           "PRAGMA application_id = {}; PRAGMA user_version = {}; COMMIT",
                           application_id, format_version)
                   .c_str());
}

// Throws an error that counts as damage for a file that is not ours or not of this version.
void adopt(const sqlite::Connection& database) {
  const std::int64_t id = database.integer("PRAGMA application_id");
  const std::int64_t file_version = database.integer("PRAGMA user_version");
  const bool empty = database.integer("SELECT COUNT(*) FROM sqlite_master") == 0;
  if (empty && id == 0 && file_version == 0) return create_table(database);
  if (id != application_id || file_version != format_version)
    throw sqlite::Error(SQLITE_NOTADB, fmt::format("version {} of application {:#x}", file_version, id));
  if (database.integer("SELECT COUNT(*) FROM pragma_table_info('programs') WHERE name IN "
                       "('hash', 'key', 'binary', 'checksum', 'bytes', 'used')") != 6)
    throw sqlite::Error(SQLITE_CORRUPT, "the table of programs is not there");
}

sqlite::Connection connect(const fs::path& file) {
  sqlite::Connection database(file, patience_ms);
  // Nothing waits for the disk: that would cost a warm start up to 50 ms. Should the machine lose its power in the
  // middle, the file may be damaged, which SQLite or a row's checksum shows.
  database.run("PRAGMA synchronous = OFF");
  if (sqlite3_db_readonly(database.get(), "main") == 1) throw std::runtime_error("the file is read-only");
  adopt(database);
  return database;
}

FileLock lock_directory(const fs::path& directory) {
  return FileLock(directory / "programs.lock", std::chrono::milliseconds(patience_ms));
}

}  // namespace

CacheFile::CacheFile(const fs::path& directory, sqlite::Connection database)
    : directory_(directory), database_(std::move(database)), identity_(identity_of(file_in(directory))) {}

CacheFile::Identity CacheFile::identity_of(const fs::path& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return {};
  return {status.st_dev, status.st_ino};
}

std::unique_ptr<CacheFile> CacheFile::open_locked(const fs::path& directory) {
  const auto make = [&] { return std::unique_ptr<CacheFile>(new CacheFile(directory, connect(file_in(directory)))); };
  try {
    return make();
  } catch (const sqlite::Error& error) {
    if (!error.damaged()) throw;
  }
  set_aside(file_in(directory));
  return make();
}

std::unique_ptr<CacheFile> CacheFile::open(const fs::path& directory) {
  if (directory.empty()) throw std::runtime_error("no directory: set LENSLET_CACHE_DIR or HOME");
  fs::create_directories(directory);
  const FileLock lock = lock_directory(directory);
  return open_locked(directory);
}

std::unique_ptr<CacheFile> CacheFile::replace(std::unique_ptr<CacheFile> damaged) {
  const fs::path directory = damaged->directory_;
  const Identity identity = damaged->identity_;
  damaged.reset();
  const FileLock lock = lock_directory(directory);
  if (identity_of(file_in(directory)) == identity) set_aside(file_in(directory));
  return open_locked(directory);
}

}  // namespace lenslet::ocl
