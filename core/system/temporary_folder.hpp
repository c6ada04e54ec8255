// A folder that goes with its object, for libraries that insist on making their files themselves.
#pragma once

#include <deque>
#include <filesystem>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "system/unfinished_files.hpp"

namespace lenslet::system {

class TemporaryFolder {
 public:
  // Makes the folder, with a random name among the system's temporary files, for this user alone (mode 0700). `files`
  // are the names of those that will be made in it: a signal that ends the program removes them and the folder. Throws
  // Error of kind io with the reason alone.
  explicit TemporaryFolder(std::initializer_list<std::string_view> files = {});
  ~TemporaryFolder();  // with all that is in it
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::filesystem::path made) : path_(std::move(made)) {}

  std::filesystem::path path_;
  std::deque<UnfinishedFile> listed_;  // a list of what cannot be moved
};

}  // namespace lenslet::system
