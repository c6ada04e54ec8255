// Keeps a context, and puts drivers' caches where nobody else writes.
#include "tool/options/open_session.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "system/private_folder.hpp"
#include "tool/ranks/ranks.hpp"

namespace lenslet::cli {
namespace {

// If the environment names no folder, PoCL keeps compiled kernels in /tmp/pocl, and runs what it finds there, whoever
// made it.
void keep_pocl_cache_private() {
  constexpr const char* names[] = {"POCL_CACHE_DIR", "XDG_CACHE_HOME", "HOME"};
  const auto is_set = [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  if (std::ranges::any_of(names, is_set)) return;
  const auto folder = std::filesystem::temp_directory_path() / fmt::format("lenslet-pocl-{}", ::geteuid());
  ::setenv("POCL_CACHE_DIR", system::make_private_folder(folder).c_str(), 1);
}

// Keeps the session's context until the process ends. Releasing a context after a compilation takes PoCL 0.1 s; the
// end of the process frees its memory at once. Caches and stores are still closed with the session.
void keep_context(const Session& session) {
  static auto* const kept = new std::vector<DeviceArray>;
  kept->push_back(session.allocate(ArrayType{SampleType::u8, {1}}));
}

}  // namespace

Session open_session(const SessionOptions& options) {
  keep_pocl_cache_private();
  SessionOptions own = options;
  own.device = device_for_rank(options.device);
  Session session(own);
  keep_context(session);
  return session;
}

DeviceGroup open_group(const SessionOptions& options) {
  keep_pocl_cache_private();
  DeviceGroup group(options);
  for (const Session& session : group.sessions()) keep_context(session);
  return group;
}

std::vector<std::string> several_devices(const SessionOptions& options) {
  const char* environment = std::getenv("LENSLET_DEVICE");
  const std::string list = options.device.empty() && environment ? environment : options.device;
  if (list != "all" && list.find_first_of(",/") == std::string::npos) return {};
  keep_pocl_cache_private();
  std::vector<std::string> devices = device_selectors(options.device);
  if (devices.size() == 1) devices.clear();
  return devices;
}

}  // namespace lenslet::cli
