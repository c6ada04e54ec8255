// The folder and the files that a job writes.
#pragma once

#include <filesystem>
#include <vector>

namespace lenslet::cli {

// Makes it where it is missing; an empty path is no folder. Throws io with the system's reason.
void make_folder(const std::filesystem::path& path);

// A job leaves all of its results or none: unless they are kept, removes the files that were not there before.
class NewFiles {
 public:
  NewFiles() = default;
  ~NewFiles();
  NewFiles(const NewFiles&) = delete;
  NewFiles& operator=(const NewFiles&) = delete;

  void expect(const std::filesystem::path& path);
  void keep() { paths_.clear(); }

 private:
  std::vector<std::filesystem::path> paths_;
};

}  // namespace lenslet::cli
