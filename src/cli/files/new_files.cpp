// What was there before stays, whatever becomes of the job.
#include "cli/files/new_files.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <system_error>

namespace lenslet::cli {

void make_folder(const std::filesystem::path& path) {
  if (path.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw Error(ErrorKind::io, fmt::format("{}: {}", path.string(), error.message()));
}

NewFiles::~NewFiles() {
  std::error_code ignored;
  for (const std::filesystem::path& path : paths_) std::filesystem::remove(path, ignored);
}

void NewFiles::expect(const std::filesystem::path& path) {
  std::error_code ignored;
  const bool is_new = std::filesystem::symlink_status(path, ignored).type() == std::filesystem::file_type::not_found;
  if (is_new) paths_.push_back(path);
}

}  // namespace lenslet::cli
