// Each place is taken out of the table by one exchange, so that a handler and a destructor never both have it.
#include "system/unfinished_files.hpp"

#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

namespace lenslet::system {
namespace {

constexpr std::size_t most_files = 256;
std::array<std::atomic<char*>, most_files> paths{};
static_assert(std::atomic<char*>::is_always_lock_free, "a handler may not wait for a lock");

std::size_t list(char* path) {
  if (path == nullptr) return most_files;  // there was no memory for it
  for (std::size_t place = 0; place < most_files; ++place) {
    char* none = nullptr;
    if (paths[place].compare_exchange_strong(none, path)) return place;
  }
  std::free(path);
  return most_files;
}

}  // namespace

UnfinishedFile::UnfinishedFile(const std::filesystem::path& path) : place_(list(::strdup(path.c_str()))) {}

UnfinishedFile::~UnfinishedFile() {
  if (place_ < most_files) std::free(paths[place_].exchange(nullptr));
}

void remove_unfinished_files() noexcept {
  for (auto& each : paths)
    if (const char* path = each.exchange(nullptr)) ::unlink(path);  // its memory stays: free() is not for handlers
}

}  // namespace lenslet::system
