// The files that a command reads and writes: what is read stays, no two results go into one file, and a job leaves all
// of its results or none.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lenslet::cli {

class FileNames {
 public:
  void read(const std::string& path);  // it will be

  // Throws invalid_argument where the file is an input, this or anything else that the process has read, or is written
  // already, by whatever name: links of both kinds count.
  // Nothing is said of pipes and devices, and of "-".
  void write(const std::string& path);

 private:
  std::map<std::string, std::string> outputs_;  // by what is the same for all names of a file
};

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
