// Finds programs of this build or installation.
#include "system/own_program.hpp"

#include <dlfcn.h>
#include <link.h>

#include <cstdlib>

#include <fmt/format.h>

namespace lenslet::system {

namespace fs = std::filesystem;

namespace {

// The file that this code was loaded from: a library, or a module of Python that has the library inside; else the
// program. A library's name that is relative says no place, as the folder may have changed since.
fs::path own_file() {
  Dl_info ignored{};
  link_map* loaded = nullptr;
  const auto here = reinterpret_cast<const void*>(&find_own_program);
  if (dladdr1(here, &ignored, reinterpret_cast<void**>(&loaded), RTLD_DL_LINKMAP) != 0 && loaded != nullptr &&
      fs::path(loaded->l_name).is_absolute())
    return loaded->l_name;
  std::error_code unknown;
  return fs::read_symlink("/proc/self/exe", unknown);
}

}  // namespace

// The place beside the own file's folder still works after a whole installation was moved.
OwnProgram find_own_program(const std::string& name, const char* variable) {
  std::error_code ignored;
  if (const char* given = std::getenv(variable); given != nullptr && *given != '\0') {
    if (fs::is_regular_file(given, ignored)) return {given};
    return {{}, fmt::format("{} is '{}', which is no file", variable, given)};
  }
  const fs::path folder = own_file().parent_path();
  std::string looked;
  for (const fs::path& place :
       {folder / name, folder.parent_path() / "libexec" / "lenslet" / name, fs::path(LENSLET_LIBEXEC) / name}) {
    if (fs::is_regular_file(place, ignored)) return {place};
    looked += fmt::format("{}{}", looked.empty() ? "" : ", ", place.string());
  }
  return {{}, fmt::format("{} is not at {}", name, looked)};
}

}  // namespace lenslet::system
