// mkdtemp() makes the folder with permissions 0700.
#include "io/private_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "io/vips.hpp"

namespace lenslet::io {

namespace fs = std::filesystem;

PrivateFolder::PrivateFolder(const fs::path& for_path) {
  std::error_code code;
  std::string name = (fs::temp_directory_path(code) / "lenslet-XXXXXX").string();
  if (code) throw file_error("write", for_path, code.message());
  if (::mkdtemp(name.data()) == nullptr) throw file_error("write", for_path, std::strerror(errno));
  path_ = name;
}

PrivateFolder::~PrivateFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace lenslet::io
