// The system may read or write fewer bytes than asked for, and may be interrupted.
#include "system/read_at.hpp"

#include <cerrno>

#include <unistd.h>

namespace lenslet::system {

ssize_t read_at(int file, void* to, std::size_t bytes, std::int64_t place) {
  std::size_t done = 0;
  while (done < bytes) {
    const ssize_t count =
        ::pread(file, static_cast<std::byte*>(to) + done, bytes - done, place + static_cast<std::int64_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -1;
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return static_cast<ssize_t>(done);
}

bool write_at(int file, const void* from, std::size_t bytes, std::int64_t place) {
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t count = ::pwrite(file, static_cast<const std::byte*>(from) + done, bytes - done,
                                   place + static_cast<std::int64_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace lenslet::system
