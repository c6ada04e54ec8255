// Finds the directories of a user's files, by the XDG Base Directory Specification.
#pragma once

#include <filesystem>

namespace lenslet::sqlite {

// Returns the directory in the variable `own`; else lenslet/ in the directory of `xdg`; else ~/HOME_PART/lenslet. Empty
// where the environment names none of them.
std::filesystem::path user_directory(const char* own, const char* xdg, const char* home_part);

}  // namespace lenslet::sqlite
