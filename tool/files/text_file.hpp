// Reading text files, and writing text to whatever a path names: a file, a link to one, a pipe or a device.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace lenslet::cli {

// Writes an ordinary file by system::TargetFile, and anything else in place. Throws io with the system's reason.
void write_text(const std::filesystem::path& path, std::string_view text, bool sync = true);

// Tells whether writing replaces the whole file. Then it can be repeated, and readers find one text or the other.
bool is_replaced_whole(const std::filesystem::path& path);

// Throws what write_text would throw, as far as that can be known before, and leaves nothing behind. It serves texts
// that take hours to make.
void check_writable(const std::filesystem::path& path);

// Reads at most 256 MiB of a file or a pipe. Throws io if it cannot be read.
std::string read_file(const std::filesystem::path& path);

}  // namespace lenslet::cli
