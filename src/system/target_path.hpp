// Finds which file a path names.
#pragma once

#include <filesystem>
#include <string>

namespace lenslet::system {

// Tells whether it is a link that a user other than this one made in another's folder that all may write to.
bool is_strangers_link(const std::filesystem::path& path);

// Returns the file's own absolute path, which links and folders' links lead to, but for strangers' links. The file need
// not exist.
std::filesystem::path target_of(const std::filesystem::path& path);

// Returns a text that all names of an ordinary file share, links of both kinds among them, and no two files have. It is
// empty for what exists and is no ordinary file.
std::string identity_of(const std::filesystem::path& path);

// Tells whether both name one ordinary file, or the same place for one.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace lenslet::system
