// SQLite itself would make files beside a database with a write-ahead log, and would map memory that another process
// can truncate. So the bytes are copied. A log is replayed into a copy in a temporary folder.
#include "sqlite/snapshot.hpp"

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>

#include <lenslet/error.hpp>

#include "system/input_file.hpp"
#include "system/memory.hpp"
#include "system/target_file.hpp"
#include "system/temporary_folder.hpp"

namespace lenslet::sqlite {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t max_file = 1 << 30;  // bytes; enough for some million results
constexpr int max_tries = 5;
constexpr int max_steps = 1'000'000'000;  // about ten seconds; reading a result takes about a hundred steps

// The offsets are those of https://www.sqlite.org/fileformat.html. A 2 in both places means that there may be a log, a
// 1 that there is none. A database in memory cannot have a log.
constexpr std::size_t write_version_at = 18, read_version_at = 19;

struct Bytes {
  std::string file;
  std::string log;
};

fs::path log_of(fs::path file) {
  return file += "-wal";
}

struct stat status_of(const fs::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0)
    throw lenslet::Error(ErrorKind::io, fmt::format("cannot read '{}': {}", file.string(),
                                                    std::error_code(errno, std::generic_category()).message()));
  if (!S_ISREG(status.st_mode))
    throw lenslet::Error(ErrorKind::io, fmt::format("cannot read '{}': it is not an ordinary file", file.string()));
  return status;
}

bool unchanged(const struct stat& before, const struct stat& after) {
  return before.st_ino == after.st_ino && before.st_size == after.st_size &&
         before.st_mtim.tv_sec == after.st_mtim.tv_sec && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec;
}

// Reads file and log. A writer copies from the log to the file, and empties the log only afterwards. So file and log
// belong together while the file does not change, even if the log grows.
Bytes read_bytes(const fs::path& file) {
  const std::uint64_t most = std::min(max_file, system::default_memory_limit());
  std::error_code unknown;
  for (int i = 0; i < max_tries; ++i) {
    const struct stat before = status_of(file);
    Bytes bytes{system::read_input(file, most), {}};
    if (fs::is_regular_file(log_of(file), unknown)) bytes.log = system::read_input(log_of(file), most);
    if (unchanged(before, status_of(file))) return bytes;
  }
  throw lenslet::Error(ErrorKind::io, fmt::format("cannot read '{}': it changes all the time", file.string()));
}

void write_file(const fs::path& path, const std::string& bytes) {
  system::TargetFile file(path, {.overwrite = false, .sync = false});
  file.write(bytes);
  file.commit();
}

// Replays the log into a copy. A signal in the middle removes the copy, too.
Connection played_back(const Bytes& bytes) {
  const system::TemporaryFolder folder({"copy.sqlite", "copy.sqlite-wal", "copy.sqlite-shm"});
  const fs::path copied = folder.path() / "copy.sqlite";
  write_file(copied, bytes.file);
  write_file(log_of(copied), bytes.log);
  Connection memory(":memory:", 0);
  copy(Connection(copied, 0), memory);
  return memory;
}

}  // namespace

Connection snapshot(const Format& format, const fs::path& file) {
  Bytes bytes = read_bytes(file);
  for (const std::size_t place : {write_version_at, read_version_at})
    if (bytes.log.empty() && bytes.file.size() > place && bytes.file[place] == 2) bytes.file[place] = 1;
  Connection database = bytes.log.empty() ? Connection::of_bytes(bytes.file) : played_back(bytes);
  database.bound_statements(max_steps);
  check_format(database, format);
  if (integrity(database) != "ok") throw Error(SQLITE_CORRUPT, "it is damaged");
  return database;
}

}  // namespace lenslet::sqlite
