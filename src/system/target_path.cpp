// Links are followed by hand, because the standard's functions do not follow a link to a file that is yet to be made.
#include "system/target_path.hpp"

#include <system_error>

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

bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code unknown;
  return target_of(a) == target_of(b) || (fs::equivalent(a, b, unknown) && !unknown);
}

}  // namespace lenslet::system
