// A file that appears under its name only when it is complete.
#pragma once

#include <filesystem>
#include <string>

namespace lenslet::io {

class TargetFile {
 public:
  // Makes an empty file of another name beside `path`, with the same suffix. Throws Error of kind io.
  TargetFile(const std::filesystem::path& path, bool overwrite);

  // Removes the temporary file unless it has been renamed.
  ~TargetFile();
  TargetFile(const TargetFile&) = delete;
  TargetFile& operator=(const TargetFile&) = delete;

  const std::filesystem::path& temporary() const { return temporary_; }

  void rename();

 private:
  std::filesystem::path path_;  // behind symbolic links: the link stays, the file that it names is replaced
  bool overwrite_;
  std::filesystem::path temporary_;
};

// Why the file cannot grow, as on a full disk; empty where it can. The file is of no use afterwards.
std::string growth_problem(const std::filesystem::path& path);

}  // namespace lenslet::io
