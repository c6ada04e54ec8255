// Reading text files, and writing text to whatever a path names: a file, a link to one, a pipe or a device.
#pragma once

#include <filesystem>
#include <string>

namespace lenslet::cli {

// An ordinary file is written under a temporary name that is then renamed; what is none is written into as it is.
// Throws io with the system's reason.
void write_text(const std::filesystem::path& path, const std::string& text);

// Whether it does the first: then it can be done again, and who reads the file finds the one text or the other.
bool is_replaced_whole(const std::filesystem::path& path);

// The file's own path, behind links and folders' links; also of one that is yet to be made. Paths that name the same
// file have the same.
std::filesystem::path target_of(const std::filesystem::path& path);

// Throws what write_text would, as far as that can be known before, and leaves nothing behind: for what takes hours to
// make.
void check_writable(const std::filesystem::path& path);

// Throws io where it cannot be read.
std::string read_file(const std::string& path);

}  // namespace lenslet::cli
