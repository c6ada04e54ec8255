// Finds where a user's files lie.
#include "sqlite/directory.hpp"

#include <cstdlib>

namespace lenslet::sqlite {

std::filesystem::path user_directory(const char* own, const char* xdg, const char* home_part) {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::filesystem::path(value == nullptr ? "" : value);
  };
  if (const auto named = variable(own); !named.empty()) return named;
  // The XDG specification says that relative paths are ignored.
  if (const auto base = variable(xdg); base.is_absolute()) return base / "lenslet";
  if (const auto home = variable("HOME"); !home.empty()) return home / home_part / "lenslet";
  return {};
}

}  // namespace lenslet::sqlite
