// A folder for files that a library insists on making itself.
#pragma once

#include <filesystem>

namespace lenslet::io {

class PrivateFolder {
 public:
  // Among the system's temporary files, with a random name, for this user alone. Throws Error, "cannot write 'FOR':
  // ..."
  explicit PrivateFolder(const std::filesystem::path& for_path);
  ~PrivateFolder();  // with all that is in it
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace lenslet::io
