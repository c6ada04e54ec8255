// Finds programs of this build or installation.
#include "system/own_program.hpp"

#include <cstdlib>

#include <fmt/format.h>

namespace lenslet::system {

namespace fs = std::filesystem;

// The place beside the running program's folder still works after a whole installation was moved.
OwnProgram find_own_program(const std::string& name, const char* variable) {
  std::error_code ignored;
  if (const char* given = std::getenv(variable); given != nullptr && *given != '\0') {
    if (fs::is_regular_file(given, ignored)) return {given};
    return {{}, fmt::format("{} is '{}', which is no file", variable, given)};
  }
  const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  std::string looked;
  for (const fs::path& place :
       {folder / name, folder.parent_path() / "libexec" / "lenslet" / name, fs::path(LENSLET_LIBEXEC) / name}) {
    if (fs::is_regular_file(place, ignored)) return {place};
    looked += fmt::format("{}{}", looked.empty() ? "" : ", ", place.string());
  }
  return {{}, fmt::format("{} is not at {}", name, looked)};
}

}  // namespace lenslet::system
