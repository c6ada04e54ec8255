// Lets one process at a time go on.
#pragma once

#include <chrono>
#include <filesystem>

namespace lenslet::sqlite {

// Holds an exclusive lock on a file, which it makes where there is none, until it is destroyed or the process ends.
class FileLock {
 public:
  // Throws std::system_error where the file cannot be made, or when others hold the lock for longer than `patience`.
  FileLock(const std::filesystem::path& path, std::chrono::milliseconds patience);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int file_;
};

}  // namespace lenslet::sqlite
