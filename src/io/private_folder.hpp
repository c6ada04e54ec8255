// A folder with one file, for a library that insists on making its file itself.
#pragma once

#include <filesystem>
#include <string_view>

#include "system/unfinished_files.hpp"

namespace lenslet::io {

// Both go with this object, or when a signal ends the program.
class PrivateFolder {
 public:
  // Makes the folder alone, among the system's temporary files, with a random name, for this user alone. Throws Error,
  // "cannot write 'FOR': ..."
  PrivateFolder(const std::filesystem::path& for_path, std::string_view file_name);
  ~PrivateFolder();  // with all that is in it
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  const std::filesystem::path& file() const { return file_; }

 private:
  std::filesystem::path folder_;
  system::UnfinishedFile listed_folder_;
  std::filesystem::path file_;
  system::UnfinishedFile listed_file_;
};

}  // namespace lenslet::io
