// Reads a database file without writing to it or beside it.
#pragma once

#include <filesystem>

#include "sqlite/format.hpp"
#include "sqlite/sqlite.hpp"

namespace lenslet::sqlite {

// Copies what the file and the log beside it hold into memory. The file may be anybody's: it is an error unless it is a
// sound one of the format, and what statements on it may take is bounded. Throws Error, lenslet::Error where the files
// cannot be read, or std::runtime_error for a newer version of a precious format.
Connection snapshot(const Format& format, const std::filesystem::path& file);

}  // namespace lenslet::sqlite
