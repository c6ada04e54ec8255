// Which file a path names.
#pragma once

#include <filesystem>
#include <string>

namespace lenslet::system {

// Whether it is a link that a user other than this one made in another's folder that all may write to.
bool is_strangers_link(const std::filesystem::path& path);

// The file's own absolute path, behind links and folders' links, but for strangers' links; also of one that is yet to
// be made.
std::filesystem::path target_of(const std::filesystem::path& path);

// A text that all names of an ordinary file share, links of both kinds among them, and no two files have. Empty for
// what exists and is no ordinary file.
std::string identity_of(const std::filesystem::path& path);

// Whether both name one ordinary file, or the same place for one.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace lenslet::system
