// A database file of this library: how it is opened, and how a bad one is set aside.
#pragma once

#include <filesystem>
#include <memory>

#include <sys/types.h>

#include "sqlite/format.hpp"
#include "sqlite/sqlite.hpp"

namespace lenslet::sqlite {

class File {
 public:
  // Opens or makes DIRECTORY/NAME.sqlite. A file that is damaged, foreign or of another format version is renamed to
  // NAME.sqlite.bad-N. Throws where there can be no such file, and where others than the user may write it: see
  // system/private_folder.hpp.
  static std::unique_ptr<File> open(const Format& format, const std::filesystem::path& directory);

  // Replaces a file that was found damaged after it was opened. Sets the file aside and opens a new one. Does not set
  // it aside where another process has done so already, or where a precious file turns out to be sound.
  static std::unique_ptr<File> replace(std::unique_ptr<File> damaged);

  const Connection& database() const { return database_; }

  // The new name of the file that this one replaced; empty where there was none.
  const std::filesystem::path& set_aside() const { return set_aside_; }

 private:
  struct Identity {
    dev_t device = 0;
    ino_t inode = 0;
    bool operator==(const Identity&) const = default;
  };
  File(const Format& format, const std::filesystem::path& directory, std::filesystem::path set_aside);
  static Identity identity_of(const std::filesystem::path& path);
  static std::unique_ptr<File> open_locked(const Format& format, const std::filesystem::path& directory);

  const Format& format_;
  std::filesystem::path directory_;  // after following links
  std::filesystem::path set_aside_;
  Connection database_;
  Identity identity_;
};

// Copies a sound file of this version that cannot be opened for writing into `to`. Returns false where there is no such
// file, and where others than the user may write it.
bool copy_unwritable(const Format& format, const std::filesystem::path& directory, const Connection& to);

}  // namespace lenslet::sqlite
