// Which file a path names.
#pragma once

#include <filesystem>

namespace lenslet::system {

// The file's own absolute path, behind links and folders' links; also of one that is yet to be made. Paths that name
// the same file have the same, but for hard links: see same_file().
std::filesystem::path target_of(const std::filesystem::path& path);

// Whether both name one file, hard links among them; one that is yet to be made is its path.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace lenslet::system
