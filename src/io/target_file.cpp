// The temporary file: its name, its permissions, its end.
#include "io/target_file.hpp"

#include <cerrno>
#include <random>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "io/vips.hpp"

namespace lenslet::io {
namespace {

namespace fs = std::filesystem;

fs::path behind_links(const fs::path& path) {
  std::error_code code;
  if (!fs::is_symlink(path, code)) return path;
  const fs::path target = fs::weakly_canonical(path, code);
  if (code) throw file_error("write", path, code.message());
  return target;
}

void check_target(const fs::path& path, bool overwrite) {
  std::error_code code;
  const fs::file_status status = fs::status(path, code);
  if (!fs::exists(status)) return;
  if (fs::is_directory(status)) throw file_error("write", path, "it is a directory");
  if (!fs::is_regular_file(status)) throw file_error("write", path, "it is not an ordinary file");
  if (!overwrite) throw file_error("write", path, "the file exists");
}

// open() and not a library call, so that the user's umask gives the permissions.
fs::path make_beside(const fs::path& path) {
  std::random_device random;
  for (;;) {
    const fs::path name = path.parent_path() / fmt::format(".lenslet-{:08x}{}", random(), path.extension().string());
    const int file = ::open(name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (file >= 0) {
      ::close(file);
      return name;
    }
    const std::error_code code(errno, std::generic_category());
    if (code != std::errc::file_exists && code != std::errc::interrupted)
      throw file_error("write", path, code.message());
  }
}

}  // namespace

TargetFile::TargetFile(const fs::path& path, bool overwrite) : path_(behind_links(path)), overwrite_(overwrite) {
  check_target(path_, overwrite_);
  temporary_ = make_beside(path_);
}

TargetFile::~TargetFile() {
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove(temporary_, ignored);
}

void TargetFile::rename() {
  check_target(path_, overwrite_);
  std::error_code code;
  const fs::file_status old = fs::status(path_, code);
  if (fs::exists(old)) fs::permissions(temporary_, old.permissions(), code);
  fs::rename(temporary_, path_, code);
  if (code) throw file_error("write", path_, code.message());
  temporary_.clear();
}

std::string growth_problem(const fs::path& path) {
  const std::string block(std::size_t{1} << 16, '\0');
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file < 0) return {};
  ssize_t count = 1;
  for (std::size_t done = 0; count > 0 && done < block.size(); done += static_cast<std::size_t>(count))
    count = ::write(file, block.data() + done, block.size() - done);
  const std::error_code code(errno, std::generic_category());
  ::close(file);
  return count < 0 ? code.message() : "";
}

}  // namespace lenslet::io
