// Locks by flock(2): the kernel lets go of it when a process dies, so no lock is ever left.
#include "sqlite/file_lock.hpp"

#include <cerrno>
#include <string>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace lenslet::sqlite {
namespace {

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

}  // namespace

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

}  // namespace lenslet::sqlite
