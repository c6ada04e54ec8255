// Finds which file a path names.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace lenslet::system {

// Tells whether it is a link that a user other than this one made in another's folder that all may write to.
bool is_strangers_link(const std::filesystem::path& path);

// Tells whether the open file of that name lies in a folder that all may write to, and another user made it, or gave it
// this name beside the one that it has elsewhere. It is also where the system cannot tell.
bool is_strangers_file(int file, const std::filesystem::path& path);
inline constexpr std::string_view strangers_file =
    "it is another user's, or has a second name, in a folder that all may write to";

// Tells whether the path leads to the open file, and not to another one or a link.
bool has_name(int file, const std::filesystem::path& path);

// Returns the file's own absolute path, which links and folders' links lead to, but for strangers' links. The file need
// not exist.
std::filesystem::path target_of(const std::filesystem::path& path);

// Returns a text that all names of an ordinary file share, links of both kinds among them, and no two files have. It is
// empty for what exists and is no ordinary file.
std::string identity_of(const std::filesystem::path& path);

// Tells whether both name one ordinary file, or the same place for one.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace lenslet::system
