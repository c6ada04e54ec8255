// Makes a folder for temporary files, and removes it.
#include "system/temporary_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::system {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& folder, const std::error_code& code) {
  throw Error(ErrorKind::io, fmt::format("no folder for temporary files in '{}': {}", folder.string(), code.message()));
}

fs::path made_folder() {
  std::error_code code;
  const fs::path above = fs::temp_directory_path(code);
  if (code) {
    const char* variable = std::getenv("TMPDIR");
    fail(variable != nullptr ? variable : "/tmp", code);
  }
  std::string name = (above / "lenslet-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) fail(above, {errno, std::generic_category()});
  return name;
}

}  // namespace

TemporaryFolder::TemporaryFolder(std::initializer_list<std::string_view> files) : TemporaryFolder(made_folder()) {
  for (const std::string_view file : files) listed_.emplace_back(path_ / file);
  listed_.emplace_back(path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace lenslet::system
