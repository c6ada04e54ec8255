// Finds where a user's files lie, by the XDG Base Directory Specification.
#pragma once

#include <filesystem>

namespace lenslet::sqlite {

// Returns the directory that the variable `own` names, else lenslet/ in the one that `xdg` names, else
// ~/HOME_PART/lenslet; empty where the environment names none of them.
std::filesystem::path user_directory(const char* own, const char* xdg, const char* home_part);

}  // namespace lenslet::sqlite
