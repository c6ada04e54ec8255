// Links are followed by hand, because the standard's functions do not follow a link to a file that does not exist.
#include "system/target_path.hpp"

#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lenslet::system {

namespace fs = std::filesystem;

namespace {

// In such a folder, as /tmp is one, anybody can set a trap for those with more rights.
bool is_open_to_all(const struct stat& folder) {
  return (folder.st_mode & S_ISVTX) != 0 && (folder.st_mode & S_IWOTH) != 0;
}

}  // namespace

// Tells of such links as Linux does with fs.protected_symlinks.
bool is_strangers_link(const fs::path& path) {
  struct stat link {
  }, folder{};
  if (::lstat(path.c_str(), &link) != 0 || !S_ISLNK(link.st_mode)) return false;
  if (::stat(path.parent_path().c_str(), &folder) != 0) return false;
  return is_open_to_all(folder) && link.st_uid != ::geteuid() && link.st_uid != folder.st_uid;
}

bool is_strangers_file(int file, const fs::path& path) {
  struct stat status {
  }, folder{};
  if (::fstat(file, &status) != 0 || ::stat(path.parent_path().c_str(), &folder) != 0) return true;
  return is_open_to_all(folder) && (status.st_uid != ::geteuid() || status.st_nlink > 1);
}

bool has_name(int file, const fs::path& path) {
  struct stat status {
  }, named{};
  return ::fstat(file, &status) == 0 && ::lstat(path.c_str(), &named) == 0 && status.st_dev == named.st_dev &&
         status.st_ino == named.st_ino;
}

fs::path target_of(const fs::path& path) {
  constexpr int most_links = 40;  // as Linux has it: more are a loop
  std::error_code error;
  fs::path target = fs::absolute(path, error).lexically_normal();
  if (!target.has_filename()) target = target.parent_path();
  for (int links = 0; links < most_links && fs::is_symlink(target, error) && !is_strangers_link(target); ++links)
    target = target.parent_path() / fs::read_symlink(target, error);
  const fs::path folder = fs::weakly_canonical(target.parent_path(), error);
  return error ? target : folder / target.filename();
}

// Identifies a file that exists by its number, one that does not by its path.
std::string identity_of(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return target_of(path).string();
  return S_ISREG(status.st_mode) ? fmt::format("{}:{}", status.st_dev, status.st_ino) : std::string();
}

bool same_file(const fs::path& a, const fs::path& b) {
  const std::string identity = identity_of(a);
  return !identity.empty() && identity == identity_of(b);
}

}  // namespace lenslet::system
