// A folder that is removed with its object, for libraries that only write to files.
#pragma once

#include <deque>
#include <filesystem>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "system/unfinished_files.hpp"

#pragma GCC visibility push(default)
namespace lenslet::system {

class TemporaryFolder {
 public:
  // Makes a folder with a random name in the system's temporary directory, for this user alone (mode 0700). `files` are
  // the names that will be made in it: a signal that ends the program removes them and the folder. Throws Error of kind
  // io with only the reason.
  explicit TemporaryFolder(std::initializer_list<std::string_view> files = {});
  ~TemporaryFolder();  // removes the folder and its content
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::filesystem::path made) : path_(std::move(made)) {}

  std::filesystem::path path_;
  std::deque<UnfinishedFile> listed_;  // a deque, because its elements cannot be moved
};

}  // namespace lenslet::system
#pragma GCC visibility pop
