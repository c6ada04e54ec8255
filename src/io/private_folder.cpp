// mkdtemp() makes the folder with permissions 0700.
#include "io/private_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "io/vips.hpp"

namespace lenslet::io {
namespace {

namespace fs = std::filesystem;

fs::path make_folder(const fs::path& for_path) {
  std::error_code code;
  std::string name = (fs::temp_directory_path(code) / "lenslet-XXXXXX").string();
  if (code) throw file_error("write", for_path, code.message());
  if (::mkdtemp(name.data()) == nullptr) throw file_error("write", for_path, std::strerror(errno));
  return name;
}

}  // namespace

PrivateFolder::PrivateFolder(const fs::path& for_path, std::string_view file_name)
    : folder_(make_folder(for_path)), listed_folder_(folder_), file_(folder_ / file_name), listed_file_(file_) {}

PrivateFolder::~PrivateFolder() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

}  // namespace lenslet::io
