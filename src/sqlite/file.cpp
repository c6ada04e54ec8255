// Opening is serialised by a lock file beside the database, because two processes that both find a damaged file must
// not set each other's new one aside. All else is left to SQLite's own locks.
#include "sqlite/file.hpp"

#include <chrono>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>

#include "sqlite/file_lock.hpp"

namespace lenslet::sqlite {
namespace {

namespace fs = std::filesystem;

constexpr int most_set_aside = 3;  // of files that can be made again, the last is overwritten: they may be large

fs::path with_suffix(fs::path path, std::string_view suffix) {
  return path += suffix;
}

// The write-ahead log must go along: left behind, it would be replayed into the next file of this name.
fs::path set_file_aside(const Format& format, const fs::path& file) {
  fs::path target;
  for (int n = 1; n <= most_set_aside || format.precious; ++n) {
    target = with_suffix(file, fmt::format(".bad-{}", n));
    if (!fs::exists(target)) break;
  }
  for (const char* part : {"-wal", "-shm", ""}) {
    std::error_code ignored;
    fs::remove(with_suffix(target, part), ignored);
    const fs::path from = with_suffix(file, part);
    if (fs::exists(from)) fs::rename(from, with_suffix(target, part));
  }
  return target;
}

// Throws an error that counts as damage for a file that is not ours or not of this version.
void adopt(const Connection& database, const Format& format) {
  const std::int64_t id = database.integer("PRAGMA application_id");
  const std::int64_t version = database.integer("PRAGMA user_version");
  const bool empty = database.integer("SELECT COUNT(*) FROM sqlite_master") == 0;
  if (empty && id == 0 && version == 0) {
    database.run("PRAGMA journal_mode = WAL");
    return create_tables(database, format);
  }
  if (format.precious && id == format.application_id && version > format.version)
    throw std::runtime_error(fmt::format("{}.sqlite is of format version {}, of a newer Lenslet; this one knows {}",
                                         format.name, version, format.version));
  if (id != format.application_id || version != format.version)
    throw Error(SQLITE_NOTADB, fmt::format("version {} of application {:#x}", version, id));
  if (database.integer(format.check) == 0) throw Error(SQLITE_CORRUPT, "a table is not there");
}

Connection connect(const Format& format, const fs::path& file) {
  Connection database(file, format.busy_ms);
  database.run(fmt::format("PRAGMA synchronous = {}", format.synchronous).c_str());
  if (sqlite3_db_readonly(database.get(), "main") == 1) throw std::runtime_error("the file is read-only");
  adopt(database, format);
  return database;
}

FileLock lock_directory(const Format& format, const fs::path& directory) {
  return FileLock(directory / fmt::format("{}.lock", format.name), std::chrono::milliseconds(format.busy_ms));
}

}  // namespace

void create_tables(const Connection& database, const Format& format) {
  database.run(fmt::format("BEGIN IMMEDIATE; {}; PRAGMA application_id = {}; PRAGMA user_version = {}; COMMIT",
                           format.tables, format.application_id, format.version)
                   .c_str());
}

fs::path File::path(const Format& format, const fs::path& directory) {
  return directory / fmt::format("{}.sqlite", format.name);
}

File::File(const Format& format, const fs::path& directory, fs::path set_aside)
    : format_(format),
      directory_(directory),
      set_aside_(std::move(set_aside)),
      database_(connect(format, path(format, directory))),
      identity_(identity_of(path(format, directory))) {}

File::Identity File::identity_of(const fs::path& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return {};
  return {status.st_dev, status.st_ino};
}

std::unique_ptr<File> File::open_locked(const Format& format, const fs::path& directory) {
  try {
    return std::unique_ptr<File>(new File(format, directory, {}));
  } catch (const Error& error) {
    if (!error.damaged()) throw;
  }
  const fs::path moved = set_file_aside(format, path(format, directory));
  return std::unique_ptr<File>(new File(format, directory, moved));
}

std::unique_ptr<File> File::open(const Format& format, const fs::path& directory) {
  if (directory.empty()) throw std::runtime_error(fmt::format("no directory: set {} or HOME", format.variable));
  fs::create_directories(directory);
  const FileLock lock = lock_directory(format, directory);
  return open_locked(format, directory);
}

std::unique_ptr<File> File::replace(std::unique_ptr<File> damaged) {
  const Format& format = damaged->format_;
  const fs::path directory = damaged->directory_;
  const Identity identity = damaged->identity_;
  damaged.reset();
  const FileLock lock = lock_directory(format, directory);
  fs::path moved;
  if (identity_of(path(format, directory)) == identity) moved = set_file_aside(format, path(format, directory));
  std::unique_ptr<File> file = open_locked(format, directory);
  if (!moved.empty()) file->set_aside_ = moved;
  return file;
}

bool copy_unwritable(const Format& format, const fs::path& directory, const Connection& to) {
  if (directory.empty()) return false;
  try {
    const Connection from = Connection::read_only(File::path(format, directory));
    const bool ours = from.integer("PRAGMA application_id") == format.application_id &&
                      from.integer("PRAGMA user_version") == format.version && from.integer(format.check) != 0;
    Statement check = from.prepare("PRAGMA quick_check(1)");
    if (!ours || !check.step() || check.text(0) != "ok") return false;
    copy(from, to);
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace lenslet::sqlite
