// The system may take fewer bytes than there are, and be interrupted.
#include "system/write_at.hpp"

#include <cerrno>

#include <unistd.h>

namespace lenslet::system {

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
