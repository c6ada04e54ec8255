// The journal is a text: a description of its run, an empty line, and a line for each row of tiles. A line begins with
// the checksum of the rest. The last line of a killed run may be incomplete. Incomplete lines and everything after them
// do not count: their tiles are made again.
#include "files/tiff_journal.hpp"

#include <cerrno>
#include <sstream>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <libdeflate.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/file_error.hpp"
#include "system/read_at.hpp"
#include "system/target_file.hpp"

namespace lenslet::io {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view head_line = "lenslet journal 1\n";

std::uint32_t checksum_of(std::string_view text) {
  return libdeflate_crc32(0, text.data(), text.size());
}

// Returns nothing for an incomplete line.
FinishedTiles tiles_of(const std::string& line) {
  std::istringstream words(line);
  std::uint32_t checksum = 0;
  FinishedTiles tiles;
  words >> checksum >> tiles.checksum;
  for (std::uint64_t bytes = 0; words >> bytes;) tiles.bytes.push_back(bytes);
  if (tiles.bytes.empty() || line_of(tiles) != line + "\n") return {};
  return tiles;
}

// Names the first line that differs: "its 'op' is 'mean', and here 'median'".
std::string difference(const std::string& theirs, const std::string& ours) {
  std::istringstream a(theirs), b(ours);
  std::string old_line, line;
  do {
    old_line = line = "";
    std::getline(a, old_line);
    std::getline(b, line);
  } while (old_line == line && (a || b));
  const auto shown = [](const std::string& text) { return text.empty() ? "nothing" : "'" + text + "'"; };
  return fmt::format("it says {}, and this one {}", shown(old_line), shown(line));
}

fs::path with(const fs::path& path, const char* ending) {
  return path.string() + ending;
}

// False if the system cannot tell.
bool is_missing(const fs::path& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) != 0 && errno == ENOENT;
}

}  // namespace

FinishedTiles finished_tiles(const std::vector<Bytes>& row) {
  FinishedTiles finished;
  for (const Bytes& tile : row) {
    finished.checksum = libdeflate_crc32(finished.checksum, tile.data(), tile.size());
    finished.bytes.push_back(tile.size());
  }
  return finished;
}

std::string line_of(const FinishedTiles& tiles) {
  const std::string text = fmt::format("{} {}", tiles.checksum, fmt::join(tiles.bytes, " "));
  return fmt::format("{} {}\n", checksum_of(text), text);
}

TiffJournal::TiffJournal(const fs::path& path, const std::string& run, bool sync)
    : path_(path),
      part_(with(system::target_of(path), ".part")),
      journal_(with(system::target_of(path), ".journal")),
      sync_(sync) {
  try {
    open();
    read(std::string(head_line) + run + (run.ends_with('\n') ? "\n" : "\n\n"));
  } catch (...) {
    if (file_ >= 0) ::close(file_);
    throw;
  }
}

TiffJournal::~TiffJournal() {
  if (is_missing(part_)) ::unlink(journal_.c_str());
  ::close(file_);
}

void TiffJournal::open() {
  constexpr int max_tries = 100;
  for (int tries = 0; tries < max_tries; ++tries) {
    if (file_ >= 0) ::close(file_);
    file_ = ::open(journal_.c_str(), O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_APPEND, 0666);
    if (file_ < 0) throw file_error("write", journal_, system_reason());
    if (system::is_strangers_file(file_, journal_)) throw file_error("write", journal_, system::strangers_file);
    if (lock()) return;
  }
  throw file_error("write", journal_, "its name leads to another file each time");
}

// False if another process removed the file between its opening and its lock: that would lock a file without a name.
bool TiffJournal::lock() const {
  while (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) throw file_error("write", path_, "another process is writing it");
    if (errno != EINTR) throw file_error("write", journal_, "it cannot be locked: " + system_reason());
  }
  return system::has_name(file_, journal_);
}

void TiffJournal::refuse(const std::string& reason) const {
  throw file_error("write", path_, fmt::format("{}; remove '{}' to begin anew", reason, part_.string()));
}

std::string TiffJournal::content() const {
  const off_t bytes = ::lseek(file_, 0, SEEK_END);
  if (bytes < 0) throw file_error("read", journal_, system_reason());
  std::string text(static_cast<std::size_t>(bytes), '\0');
  const ssize_t count = system::read_at(file_, text.data(), text.size(), 0);
  if (count < 0) throw file_error("read", journal_, system_reason());
  if (count != bytes) throw file_error("read", journal_, fmt::format("{} of its {} bytes are there", count, bytes));
  return text;
}

// Another run's files count only if it has finished a row.
bool TiffJournal::goes_on(const std::string& text, const std::string& head) const {
  if (text.substr(0, head_line.size()) != head_line.substr(0, text.size()))
    throw file_error("write", path_,
                     fmt::format("'{}' is no journal of Lenslet's; remove it to begin anew", journal_.string()));
  if (is_missing(part_)) return false;
  if (text.empty()) {
    ::unlink(journal_.c_str());
    refuse(fmt::format("there is no journal of what '{}' holds", part_.string()));
  }
  if (text.starts_with(head)) return true;
  const std::size_t end = text.find("\n\n");
  if (end == text.npos || text.find('\n', end + 2) == text.npos) return false;
  refuse("the unfinished file is of another run: " + difference(text.substr(0, end + 1), head));
}

void TiffJournal::read(const std::string& head) {
  const std::string text = content();
  std::size_t whole = goes_on(text, head) ? head.size() : 0;
  for (std::size_t end; whole > 0 && (end = text.find('\n', whole)) != text.npos; whole = end + 1) {
    FinishedTiles tiles = tiles_of(text.substr(whole, end - whole));
    if (tiles.bytes.empty()) break;
    finished_.push_back(std::move(tiles));
  }
  if (whole == 0) ::unlink(part_.c_str());  // before the journal: without a journal it would be refused
  if (::ftruncate(file_, static_cast<off_t>(whole)) != 0) throw file_error("write", journal_, system_reason());
  if (whole == 0) append(head);
}

void TiffJournal::append(const std::string& text) {
  for (std::string_view rest = text; !rest.empty();) {
    const ssize_t count = ::write(file_, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw file_error("write", journal_, system_reason());
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  if (sync_ && ::fdatasync(file_) != 0) throw file_error("write", journal_, system_reason());
}

// Waits until the disk has the files' names, too. Systems that cannot wait for a folder return EINVAL.
void TiffJournal::sync_folder() const {
  const int folder = ::open(journal_.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) throw file_error("write", journal_, system_reason());
  const bool done = ::fsync(folder) == 0 || errno == EINVAL;
  const std::string reason = done ? "" : system_reason();
  ::close(folder);
  if (!done) throw file_error("write", journal_, reason);
}

void TiffJournal::add(const std::vector<FinishedTiles>& rows) {
  if (sync_ && !std::exchange(has_name_, true)) sync_folder();
  std::string lines;
  for (const FinishedTiles& row : rows) lines += line_of(row);
  append(lines);
}

}  // namespace lenslet::io
