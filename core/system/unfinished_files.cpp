// Each entry is taken out of the table by an atomic exchange, so a signal handler and a destructor never both have it.
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
  if (path == nullptr) return max_files;  // there was no memory for the path
  for (std::size_t place = 0; place < max_files; ++place) {
    char* none = nullptr;
    if (paths[place].compare_exchange_strong(none, path)) return place;
  }
  std::free(path);
  return max_files;
}

}  // namespace

// While the program ends no file is begun: the thread waits here for the end.
UnfinishedFile::UnfinishedFile(const std::filesystem::path& path) : place_(list(::strdup(path.c_str()))) {
  while (ending) ::pause();
}

UnfinishedFile::~UnfinishedFile() {
  if (place_ < max_files) std::free(paths[place_].exchange(nullptr));
}

// Removes files first, and folders when their files are gone. A path is put back after use, and its owner frees it: a
// signal handler must not call free().
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
