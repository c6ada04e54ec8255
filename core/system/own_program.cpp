// Finds programs of this build or installation.
#include "system/own_program.hpp"

#include <dlfcn.h>
#include <link.h>

#include <cstdlib>
#include <vector>

#include <fmt/format.h>

namespace lenslet::system {

namespace fs = std::filesystem;

namespace {

// The file that this code was loaded from: a library, or a module of Python that has the library inside. Empty for the
// program itself. A library's name that is relative says no place, as the folder may have changed since.
fs::path own_library() {
  Dl_info ignored{};
  link_map* loaded = nullptr;
  const auto here = reinterpret_cast<const void*>(&find_own_program);
  if (dladdr1(here, &ignored, reinterpret_cast<void**>(&loaded), RTLD_DL_LINKMAP) != 0 && loaded != nullptr &&
      fs::path(loaded->l_name).is_absolute())
    return loaded->l_name;
  return {};
}

// Beside the library, as in a package of Python, and beside the program, as in a build. Where a whole installation was
// moved, libexec still lies beside the folder of one of them.
std::vector<fs::path> places_of(const std::string& name) {
  std::error_code unknown;
  std::vector<fs::path> places;
  for (const fs::path& file : {own_library(), fs::read_symlink("/proc/self/exe", unknown)}) {
    if (file.empty()) continue;
    const fs::path folder = file.parent_path();
    places.push_back(folder / name);
    places.push_back(folder.parent_path() / "libexec" / "lenslet" / name);
  }
  places.push_back(fs::path(LENSLET_LIBEXEC) / name);
  return places;
}

}  // namespace

OwnProgram find_own_program(const std::string& name, const char* variable) {
  std::error_code ignored;
  if (const char* given = std::getenv(variable); given != nullptr && *given != '\0') {
    if (fs::is_regular_file(given, ignored)) return {given};
    return {{}, fmt::format("{} is '{}', which is no file", variable, given)};
  }
  std::string looked;
  for (const fs::path& place : places_of(name)) {
    if (fs::is_regular_file(place, ignored)) return {place};
    looked += fmt::format("{}{}", looked.empty() ? "" : ", ", place.string());
  }
  return {{}, fmt::format("{} is not at {}", name, looked)};
}

}  // namespace lenslet::system
