// The files that a command reads and writes: inputs stay, no two results go to one file, and a job leaves all of its
// results or none.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lenslet::cli {

class FileNames {
 public:
  void read(const std::string& path);  // the file will be read

  // Throws invalid_argument if the file is an input, is read by the process for another purpose, or is written already,
  // by any of its names: links of both kinds count. Pipes, devices and "-" are not checked.
  void write(const std::string& path);

 private:
  std::map<std::string, std::string> outputs_;  // by a key that is the same for all names of a file
};

// Makes the folder if it is missing. An empty path is no folder. Throws io with the system's reason.
void make_folder(const std::filesystem::path& path);

// A job leaves all of its results or none: unless they are kept, this removes the files that did not exist before.
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
