// The temporary files and folders of this process, for a signal's handler that removes them.
#pragma once

#include <cstddef>
#include <filesystem>

namespace lenslet::system {

// Lists a file or a folder from now until it is destroyed. Where too many are listed already, this one is not.
class UnfinishedFile {
 public:
  explicit UnfinishedFile(const std::filesystem::path& path);
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

 private:
  std::size_t place_;
};

// Removes the files that are listed, and then the folders that are empty. May be called by a signal's handler.
void remove_unfinished_files() noexcept;

// Does so before the program ends: threads that would list another file wait for that, and files that were listed and
// just about to be made are removed, too.
void end_unfinished_files() noexcept;

}  // namespace lenslet::system
