// Compilers inside drivers put handlers of their own in the place of ours as they start, and no longer say why they
// end.
#include "cli/options/open_session.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "cli/terminal/captured_errors.hpp"
#include "system/private_folder.hpp"

namespace lenslet::cli {
namespace {

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

// PoCL keeps compiled kernels in /tmp/pocl where the environment names no folder, and runs what it finds there, whoever
// made it.
void keep_pocl_cache_private() {
  constexpr const char* names[] = {"POCL_CACHE_DIR", "XDG_CACHE_HOME", "HOME"};
  if (std::ranges::any_of(names, is_set)) return;
  const auto folder = std::filesystem::temp_directory_path() / fmt::format("lenslet-pocl-{}", ::geteuid());
  ::setenv("POCL_CACHE_DIR", system::make_private_folder(folder).c_str(), 1);
}

// PoCL's threads sleep between launches, and Linux often wakes two of them on one core, where short kernels take twice
// as long. PoCL pins thread i to core i where it is asked to, and aborts where it may not: so it is asked only where
// the process may use every core and there are no more threads than these.
void spread_pocl_threads() {
  cpu_set_t allowed;
  if (is_set("POCL_MAX_PTHREAD_COUNT") || is_set("POCL_CPU_MAX_CU_COUNT")) return;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  if (CPU_COUNT(&allowed) == ::sysconf(_SC_NPROCESSORS_CONF)) ::setenv("POCL_AFFINITY", "1", 0);
}

}  // namespace

Session open_session(const SessionOptions& options) {
  keep_pocl_cache_private();
  spread_pocl_threads();
  Session session(options);
  watch_for_aborts();
  return session;
}

}  // namespace lenslet::cli
