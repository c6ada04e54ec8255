// Reads a database file without writing to it or beside it.
#pragma once

#include <filesystem>

#include "sqlite/format.hpp"
#include "sqlite/sqlite.hpp"

namespace lenslet::sqlite {

// Copies the content of the file and its log into memory. The file may be from anybody: it must be a sound file of the
// format, and the cost of statements on it is limited. Throws Error for any other file, lenslet::Error where the files
// cannot be read, std::runtime_error for a newer version of a precious format.
Connection snapshot(const Format& format, const std::filesystem::path& file);

}  // namespace lenslet::sqlite
