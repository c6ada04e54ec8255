// The bits of an access control list count, too: its mask takes the place of the group's bits in a file's mode.
#include "system/private_folder.hpp"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lenslet/error.hpp>

namespace lenslet::system {
namespace {

namespace fs = std::filesystem;

constexpr mode_t mode_bits = 07777;
constexpr mode_t writable_by_others = S_IWGRP | S_IWOTH;

[[noreturn]] void refuse_code(const fs::path& path, const char* what, const std::error_code& code) {
  throw Error(ErrorKind::io, fmt::format("'{}' {}: {}", path.string(), what, code.message()));
}

[[noreturn]] void refuse_errno(const fs::path& path, const char* what) {
  refuse_code(path, what, {errno, std::generic_category()});
}

// Checks the folders above. They may be writable by their group: such home directories are common where every user has
// a group.
void check_folders_above(const fs::path& folder) {
  for (fs::path above = folder.parent_path();; above = above.parent_path()) {
    struct stat status {};
    if (::stat(above.c_str(), &status) != 0) refuse_errno(above, "cannot be looked at");
    if ((status.st_mode & S_IWOTH) != 0 && (status.st_mode & S_ISVTX) == 0)
      throw Error(ErrorKind::io, fmt::format("anybody may rename what is in '{}' (mode {:04o}, without the sticky bit)",
                                             above.string(), status.st_mode & mode_bits));
    if (above == above.parent_path()) return;
  }
}

void make_missing(const fs::path& folder) {
  std::error_code unknown;
  if (folder.empty() || fs::exists(folder, unknown)) return;
  make_missing(folder.parent_path());
  if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) refuse_errno(folder, "cannot be made");
}

}  // namespace

void check_owner_and_mode(const fs::path& path, const struct stat& status, Roots roots) {
  if (status.st_uid != ::geteuid() && !(roots == Roots::allowed && status.st_uid == 0))
    throw Error(ErrorKind::io, fmt::format("'{}' belongs to user {}; only what belongs to user {}, who runs this, is "
                                           "used",
                                           path.string(), status.st_uid, ::geteuid()));
  if ((status.st_mode & writable_by_others) != 0)
    throw Error(ErrorKind::io, fmt::format("others may write '{}' (mode {:04o}); 'chmod go-w' changes that, should "
                                           "what is there be trusted",
                                           path.string(), status.st_mode & mode_bits));
}

fs::path make_private_folder(const fs::path& folder) {
  make_missing(folder);
  return check_private_folder(folder);
}

fs::path check_private_folder(const fs::path& folder) {
  std::error_code code;
  const fs::path whole = fs::canonical(folder, code);
  if (code) refuse_code(folder, "cannot be used", code);
  struct stat status {};
  if (::lstat(whole.c_str(), &status) != 0) refuse_errno(whole, "cannot be looked at");
  if (!S_ISDIR(status.st_mode)) refuse_code(whole, "cannot be used", std::make_error_code(std::errc::not_a_directory));
  check_owner_and_mode(whole, status, Roots::refused);
  check_folders_above(whole);
  return whole;
}

void make_private_file(const fs::path& file) {
  const int made = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (made < 0 && errno != EEXIST) refuse_errno(file, "cannot be made");
  if (made >= 0) ::close(made);
}

void check_private_file(const fs::path& file) {
  struct stat status {};
  if (::lstat(file.c_str(), &status) != 0) {
    if (errno == ENOENT) return;
    refuse_errno(file, "cannot be looked at");
  }
  if (!S_ISREG(status.st_mode)) throw Error(ErrorKind::io, fmt::format("'{}' is not an ordinary file", file.string()));
  check_owner_and_mode(file, status, Roots::refused);
}

}  // namespace lenslet::system
