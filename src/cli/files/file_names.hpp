// The files that one command reads and writes: what is read stays, and no two results go into one file.
#pragma once

#include <map>
#include <string>

namespace lenslet::cli {

class FileNames {
 public:
  void read(const std::string& path);

  // Throws invalid_argument where the file is read or written already, by whatever name: links of both kinds count.
  // Nothing is said of pipes and devices, and of "-".
  void write(const std::string& path);

 private:
  std::map<std::string, std::string> inputs_;  // by what is the same for all names of a file
  std::map<std::string, std::string> outputs_;
};

}  // namespace lenslet::cli
