// Folders and files whose content is trusted, such as compiled programs that will run: only the user may write them.
#pragma once

#include <filesystem>

struct stat;  // of the system's sys/stat.h

#pragma GCC visibility push(default)
namespace lenslet::system {

// All functions throw Error of kind io with the reason.

// Makes the folder and missing folders above it, for the user alone (mode 0700), and checks it. Returns the path after
// following links. Use that path from then on, because somebody else may own a link.
std::filesystem::path make_private_folder(const std::filesystem::path& folder);

// Checks an existing folder. It must belong to the effective user, and neither group nor others may write it. No folder
// above it may be writable by all without the sticky bit: anybody could replace the folder.
std::filesystem::path check_private_folder(const std::filesystem::path& folder);

// Checks the system's description of a file or folder. It must belong to the effective user, or to root where `roots`
// allows it, and neither group nor others may write it.
enum class Roots : bool { refused, allowed };
void check_owner_and_mode(const std::filesystem::path& path, const struct stat& status, Roots roots);

// Makes an empty file for the user alone (mode 0600), unless something of that name exists.
void make_private_file(const std::filesystem::path& file);

// Checks whatever has this name, if anything. It must be an ordinary file of the effective user, and neither group nor
// others may write it. A link is refused, because its target may lie in another folder.
void check_private_file(const std::filesystem::path& file);

}  // namespace lenslet::system
#pragma GCC visibility pop
