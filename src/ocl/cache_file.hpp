// Private to this folder: the file of the program cache, from its first opening to being set aside.
#pragma once

#include <filesystem>
#include <memory>

#include <sys/types.h>

#include "ocl/sqlite.hpp"

namespace lenslet::ocl {

class CacheFile {
 public:
  // Opens or makes DIRECTORY/programs.sqlite; one that is damaged, foreign or of another format version is renamed to
  // programs.sqlite.bad-N. Throws where there can be no such file.
  static std::unique_ptr<CacheFile> open(const std::filesystem::path& directory);

  // For a file whose damage showed late: sets it aside, unless another process has already done so, and opens anew.
  static std::unique_ptr<CacheFile> replace(std::unique_ptr<CacheFile> damaged);

  const sqlite::Connection& database() const { return database_; }

 private:
  struct Identity {
    dev_t device = 0;
    ino_t inode = 0;
    bool operator==(const Identity&) const = default;
  };
  CacheFile(const std::filesystem::path& directory, sqlite::Connection database);
  static Identity identity_of(const std::filesystem::path& path);
  static std::unique_ptr<CacheFile> open_locked(const std::filesystem::path& directory);

  std::filesystem::path directory_;
  sqlite::Connection database_;
  Identity identity_;
};

}  // namespace lenslet::ocl
