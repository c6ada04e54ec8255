// Each place is taken out of the table by one exchange, so that a handler and a destructor never both have it.
#include "system/unfinished_files.hpp"

#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>

#include <time.h>
#include <unistd.h>

namespace lenslet::system {
namespace {

constexpr std::size_t max_files = 256;
std::array<std::atomic<char*>, max_files> paths{};
std::atomic<bool> ending{false};
static_assert(std::atomic<char*>::is_always_lock_free, "a handler may not wait for a lock");

std::size_t list(char* path) {
  if (path == nullptr) return max_files;  // there was no memory for it
  for (std::size_t place = 0; place < max_files; ++place) {
    char* none = nullptr;
    if (paths[place].compare_exchange_strong(none, path)) return place;
  }
  std::free(path);
  return max_files;
}

}  // namespace

// While the program ends no file is begun: its thread waits here for the end.
UnfinishedFile::UnfinishedFile(const std::filesystem::path& path) : place_(list(::strdup(path.c_str()))) {
  while (ending) ::pause();
}

UnfinishedFile::~UnfinishedFile() {
  if (place_ < max_files) std::free(paths[place_].exchange(nullptr));
}

// Removes the files, and folders last, when the files in them are gone. A path is put back after its use, for its owner
// to free: free() is not for handlers.
void remove_unfinished_files() noexcept {
  const auto remove_all = [](int (*remove)(const char*)) {
    for (auto& each : paths) {
      char* path = each.exchange(nullptr);
      if (path == nullptr) continue;
      remove(path);
      char* none = nullptr;
      each.compare_exchange_strong(none, path);
    }
  };
  remove_all(::unlink);
  remove_all(::rmdir);
}

void end_unfinished_files() noexcept {
  ending = true;
  remove_unfinished_files();
  constexpr timespec soon{.tv_sec = 0, .tv_nsec = 10'000'000};
  ::nanosleep(&soon, nullptr);
  remove_unfinished_files();
}

}  // namespace lenslet::system
