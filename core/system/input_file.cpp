// A pipe is opened without waiting: a pipe that no process writes to is empty.
#include "system/input_file.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lenslet/error.hpp>

#include "system/private_folder.hpp"
#include "system/read_files.hpp"

namespace lenslet::system {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, const std::string& reason) {
  throw Error(ErrorKind::io, fmt::format("cannot read '{}': {}", path.string(), reason));
}

[[noreturn]] void refuse_errno(const fs::path& path) {
  refuse(path, std::error_code(errno, std::generic_category()).message());
}

// Reads what is available; -1 with errno on failure. Waits for a slow writer of a pipe.
ssize_t read_some(int file, std::span<std::byte> to) {
  for (;;) {
    const ssize_t count = ::read(file, to.data(), to.size());
    if (count >= 0 || (errno != EINTR && errno != EAGAIN)) return count;
    pollfd wanted{file, POLLIN, 0};
    ::poll(&wanted, 1, -1);
  }
}

// Returns a file's size; absent for a pipe.
std::optional<std::uint64_t> size_of(int file, const fs::path& path) {
  struct stat status {};
  if (::fstat(file, &status) != 0) refuse_errno(path);
  if (S_ISDIR(status.st_mode)) refuse(path, "it is a directory");
  if (S_ISFIFO(status.st_mode)) return std::nullopt;
  if (!S_ISREG(status.st_mode)) refuse(path, "it is neither an ordinary file nor a pipe");
  return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace

InputFile::InputFile(const fs::path& path)
    : path_(path), file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {
  if (file_ < 0) refuse_errno(path);
  try {
    size_ = size_of(file_, path);
    note_read(path);
  } catch (...) {
    ::close(file_);
    throw;
  }
}

void InputFile::check_trusted() const {
  struct stat status {};
  if (::fstat(file_, &status) != 0) refuse_errno(path_);
  if (!S_ISREG(status.st_mode)) refuse(path_, "it is no ordinary file");
  check_owner_and_mode(path_, status, Roots::allowed);
}

InputFile::~InputFile() {
  ::close(file_);
}

std::size_t InputFile::read(std::span<std::byte> to) {
  std::size_t done = 0;
  while (done < to.size()) {
    const ssize_t count = read_some(file_, to.subspan(done));
    if (count < 0) refuse_errno(path_);
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

namespace {

// Asks for one byte more than the file's size, so that the end is found without another allocation.
std::string read_all(InputFile& file, const fs::path& path, std::uint64_t most) {
  const std::string too_large = fmt::format("it has more than the allowed {} bytes", most);
  constexpr std::uint64_t least = 1 << 16;
  const std::uint64_t size = file.size().value_or(0);
  if (size > most) refuse(path, too_large);
  std::string text(size > 0 ? size + 1 : std::min(least, most + 1), '\0');
  for (std::size_t done = 0;;) {
    done += file.read(std::as_writable_bytes(std::span(text).subspan(done)));
    if (done > most) refuse(path, too_large);
    const bool ended = done < text.size();
    text.resize(ended ? done : std::min<std::uint64_t>(2 * done, most + 1));
    if (ended) return text;
  }
}

}  // namespace

std::string read_input(const fs::path& path, std::uint64_t most) {
  InputFile file(path);
  return read_all(file, path, most);
}

std::string read_trusted(const fs::path& path, std::uint64_t most) {
  InputFile file(path);
  file.check_trusted();
  return read_all(file, path, most);
}

}  // namespace lenslet::system
