// A lock file beside the database makes processes open it one after the other. Otherwise two processes that find a
// damaged file could each set aside the other's new file. SQLite's own locks do everything else.
#include "sqlite/file.hpp"

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sqlite/snapshot.hpp"
#include "system/private_folder.hpp"
#include "system/read_files.hpp"

namespace lenslet::sqlite {
namespace {

// Locks a file exclusively while the object lives, and makes the file where it is missing.
class FileLock {
 public:
  // Throws std::system_error where the file cannot be made, or where others hold the lock for longer than `patience`.
  FileLock(const std::filesystem::path& path, std::chrono::milliseconds patience);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int file_;
};

constexpr std::chrono::milliseconds pause_between_tries{2};

[[noreturn]] void throw_errno(int code, const std::filesystem::path& path) {
  throw std::system_error(code, std::generic_category(), path.string());
}

int lock(int file, std::chrono::milliseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (flock(file, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return errno;
    if (std::chrono::steady_clock::now() > end) return EWOULDBLOCK;
    std::this_thread::sleep_for(pause_between_tries);
  }
  return 0;
}

FileLock::FileLock(const std::filesystem::path& path, std::chrono::milliseconds patience)
    : file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)) {
  if (file_ < 0) throw_errno(errno, path);
  if (const int code = lock(file_, patience); code != 0) {
    close(file_);
    throw_errno(code, path);
  }
}

FileLock::~FileLock() {
  close(file_);
}

namespace fs = std::filesystem;

// After so many, files that can be made again overwrite the last one, because they may be large.
constexpr int max_set_aside = 3;

fs::path with_suffix(fs::path path, std::string_view suffix) {
  return path += suffix;
}

// Renames a file together with its log or journal, which would otherwise be replayed into the next file of this name.
fs::path set_file_aside(const Format& format, const fs::path& file) {
  fs::path target;
  for (int n = 1; n <= max_set_aside || format.precious; ++n) {
    target = with_suffix(file, fmt::format(".bad-{}", n));
    if (!fs::exists(target)) break;
  }
  for (const char* part : {"-wal", "-shm", "-journal", ""}) {
    std::error_code ignored;
    fs::remove(with_suffix(target, part), ignored);
    const fs::path from = with_suffix(file, part);
    if (fs::exists(from)) fs::rename(from, with_suffix(target, part));
  }
  return target;
}

// Makes the file private. SQLite gives the files beside it the same permissions.
void make_private(const fs::path& file) {
  system::make_private_file(file);
  for (const char* part : {"", "-wal", "-shm", "-journal"}) system::check_private_file(with_suffix(file, part));
}

// Sets the connection up. An error here can only come from the file or the disk.
void adopt(const Connection& database, const Format& format) {
  try {
    if (is_empty(database)) {
      database.run("PRAGMA journal_mode = WAL");
      create_tables(database, format);
    }
    check_format(database, format);
  } catch (const Error& error) {
    if (error.code() == SQLITE_ERROR) throw Error(SQLITE_CORRUPT, error.what());
    throw;
  }
}

Connection connect(const Format& format, const fs::path& file) {
  make_private(file);
  Connection database(file, format.busy_ms);
  database.run(fmt::format("PRAGMA synchronous = {}", format.synchronous).c_str());
  if (sqlite3_db_readonly(database.get(), "main") == 1) throw std::runtime_error("the file is read-only");
  adopt(database, format);
  return database;
}

// Reads the whole file, because a disk that fails for a moment can look like damage.
bool is_sound(const Format& format, const fs::path& file) {
  try {
    return integrity(connect(format, file)) == "ok";
  } catch (const Error& error) {
    if (error.damaged()) return false;
    throw;
  }
}

FileLock lock_directory(const Format& format, const fs::path& directory) {
  return FileLock(directory / fmt::format("{}.lock", format.name), std::chrono::milliseconds(format.busy_ms));
}

}  // namespace

File::File(const Format& format, const fs::path& directory, fs::path set_aside)
    : format_(format),
      directory_(directory),
      set_aside_(std::move(set_aside)),
      database_(connect(format, path_of(format, directory))),
      identity_(identity_of(path_of(format, directory))) {
  for (const char* part : {"", "-wal", "-shm"}) system::note_read(with_suffix(path_of(format, directory), part));
}

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
  fs::path moved;
  if (!format.precious || !is_sound(format, path_of(format, directory)))
    moved = set_file_aside(format, path_of(format, directory));
  return std::unique_ptr<File>(new File(format, directory, moved));
}

std::unique_ptr<File> File::open(const Format& format, const fs::path& directory) {
  if (directory.empty()) throw std::runtime_error(fmt::format("no directory: set {} or HOME", format.variable));
  const fs::path folder = system::make_private_folder(directory);
  const FileLock lock = lock_directory(format, folder);
  return open_locked(format, folder);
}

std::unique_ptr<File> File::replace(std::unique_ptr<File> damaged) {
  const Format& format = damaged->format_;
  const fs::path directory = damaged->directory_;
  const Identity identity = damaged->identity_;
  damaged.reset();
  const FileLock lock = lock_directory(format, directory);
  fs::path moved;
  const fs::path path = path_of(format, directory);
  if (identity_of(path) == identity && !(format.precious && is_sound(format, path)))
    moved = set_file_aside(format, path);
  std::unique_ptr<File> file = open_locked(format, directory);
  if (!moved.empty()) file->set_aside_ = moved;
  return file;
}

bool copy_unwritable(const Format& format, const fs::path& directory, const Connection& to) {
  if (directory.empty()) return false;
  try {
    const fs::path file = path_of(format, system::check_private_folder(directory));
    for (const char* part : {"", "-wal"}) system::check_private_file(with_suffix(file, part));
    copy(snapshot(format, file), to);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace lenslet::sqlite
