// A pipe is opened without waiting: one that no process writes to is empty, and not a reason to wait for ever.
#include "system/input_file.hpp"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lenslet/error.hpp>

namespace lenslet::system {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, const std::string& reason) {
  throw Error(ErrorKind::io, fmt::format("cannot read '{}': {}", path.string(), reason));
}

[[noreturn]] void refuse_errno(const fs::path& path) {
  refuse(path, std::error_code(errno, std::generic_category()).message());
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

// -1 with errno where it fails; waits where a pipe's writer is slow.
ssize_t read_some(int file, char* to, std::size_t bytes) {
  for (;;) {
    const ssize_t count = ::read(file, to, bytes);
    if (count >= 0 || (errno != EINTR && errno != EAGAIN)) return count;
    pollfd wanted{file, POLLIN, 0};
    ::poll(&wanted, 1, -1);
  }
}

struct stat status_of(int file, const fs::path& path) {
  struct stat status {};
  if (::fstat(file, &status) != 0) refuse_errno(path);
  if (S_ISDIR(status.st_mode)) refuse(path, "it is a directory");
  if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode)) refuse(path, "it is neither an ordinary file nor a pipe");
  return status;
}

// One byte more than the file's size is asked for, so that its end is seen without another allocation.
std::string read_all(int file, const fs::path& path, std::uint64_t size, std::uint64_t most) {
  const std::string too_large = fmt::format("it has more than the allowed {} bytes", most);
  if (size > most) refuse(path, too_large);
  constexpr std::size_t least = 1 << 16;
  std::string text(size > 0 ? size + 1 : least, '\0');
  for (std::size_t done = 0;;) {
    if (done == text.size()) text.resize(2 * done);
    const ssize_t count = read_some(file, text.data() + done, text.size() - done);
    if (count < 0) refuse_errno(path);
    done += static_cast<std::size_t>(count);
    if (done > most) refuse(path, too_large);
    if (count > 0) continue;
    text.resize(done);
    return text;
  }
}

}  // namespace

std::string read_input(const fs::path& path, std::uint64_t most) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (file.number() < 0) refuse_errno(path);
  const struct stat status = status_of(file.number(), path);
  return read_all(file.number(), path, static_cast<std::uint64_t>(status.st_size), most);
}

}  // namespace lenslet::system
