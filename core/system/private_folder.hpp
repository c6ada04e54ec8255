// Folders and files whose content is believed, such as compiled programs that are run: nobody but the user may write
// them.
#pragma once

#include <filesystem>

struct stat;  // of the system's sys/stat.h

namespace lenslet::system {

// All functions throw Error of kind io that names what is in the way.

// Makes the folder and those above it that are missing, for the user alone (mode 0700), and checks it. Returns the path
// that links lead to, to be used from then on: somebody else may own a link.
std::filesystem::path make_private_folder(const std::filesystem::path& folder);

// Checks a folder that is there. It must belong to the effective user, and neither group nor others may write it. No
// folder above it may be writable by all without the sticky bit, because then anybody could put another in its place.
std::filesystem::path check_private_folder(const std::filesystem::path& folder);

// Checks what the system says of a file or a folder: the effective user, or root where `roots` says so, must own it,
// and neither group nor others may write it.
enum class Roots : bool { refused, allowed };
void check_owner_and_mode(const std::filesystem::path& path, const struct stat& status, Roots roots);

// Makes an empty file for the user alone (mode 0600) where there is nothing.
void make_private_file(const std::filesystem::path& file);

// Checks what has this name, if anything: it must be an ordinary file of the effective user's that neither group nor
// others may write. A link is refused, because what it leads to may lie in another folder.
void check_private_file(const std::filesystem::path& file);

}  // namespace lenslet::system
