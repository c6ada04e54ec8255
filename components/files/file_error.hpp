// Messages about files that cannot be read or written.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <lenslet/error.hpp>

namespace lenslet::io {

// "cannot read 'a.png': reason".
Error file_error(std::string_view verb, const std::filesystem::path& path, std::string_view reason,
                 ErrorKind kind = ErrorKind::io);

std::string system_reason();  // of errno

// Returns why the system cannot open a file for reading; nothing if it can.
std::string opening_problem(const std::filesystem::path& path);

inline constexpr std::string_view damaged = "the file is truncated or damaged";

}  // namespace lenslet::io
