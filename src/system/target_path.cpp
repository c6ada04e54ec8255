// Links are followed by hand, because the standard's functions do not follow a link to a file that is yet to be made.
#include "system/target_path.hpp"

#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>

namespace lenslet::system {

namespace fs = std::filesystem;

fs::path target_of(const fs::path& path) {
  constexpr int most_links = 40;  // as Linux has it: more are a loop
  std::error_code error;
  fs::path target = fs::absolute(path, error);
  for (int links = 0; links < most_links && fs::is_symlink(target, error); ++links)
    target = target.parent_path() / fs::read_symlink(target, error);
  const fs::path whole = fs::weakly_canonical(target, error);
  return error ? target : whole;
}

// A file that exists is known by its number, one that is yet to be made by its path.
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
