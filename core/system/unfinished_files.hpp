// The temporary files and folders of this process, for a signal handler that removes them.
#pragma once

#include <cstddef>
#include <filesystem>

#pragma GCC visibility push(default)
namespace lenslet::system {

// Lists a file or a folder while the object lives. Where too many are listed already, it is not listed.
class UnfinishedFile {
 public:
  explicit UnfinishedFile(const std::filesystem::path& path);
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

 private:
  std::size_t place_;
};

// Removes the listed files, then the listed folders that are empty. A signal handler may call it.
void remove_unfinished_files() noexcept;

// Does the same before the program ends. Threads that would list another file wait from then on. Files that were listed
// but not made yet are removed, too.
void end_unfinished_files() noexcept;

}  // namespace lenslet::system
#pragma GCC visibility pop
