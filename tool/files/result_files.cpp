// Compares names before the first file is made, so that no name can begin to mean another file meanwhile. Files that
// existed before stay, whatever becomes of the job.
#include "tool/files/result_files.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <system_error>

#include "system/read_files.hpp"
#include "system/target_file.hpp"
#include "tool/terminal/exit.hpp"

namespace lenslet::cli {

void FileNames::read(const std::string& path) {
  if (path != "-") system::note_read(path);
}

void FileNames::write(const std::string& path) {
  if (path == "-") return;
  const std::string identity = system::identity_of(path);
  if (identity.empty()) return;
  system::check_not_read(path);
  const auto [other, is_new] = outputs_.emplace(identity, path);
  if (!is_new)
    usage_error(fmt::format("'{}' and '{}' are one file; give each result a file of its own", other->second, path));
}

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
