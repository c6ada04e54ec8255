// A database file that this library owns, from its first opening to being set aside.
#pragma once

#include <filesystem>
#include <memory>

#include <sys/types.h>

#include "sqlite/format.hpp"
#include "sqlite/sqlite.hpp"

namespace lenslet::sqlite {

class File {
 public:
  // Opens or makes DIRECTORY/NAME.sqlite; one that is damaged, foreign or of another format version is renamed to
  // NAME.sqlite.bad-N. Throws where there can be no such file, and where others than the user may write it: see
  // system/private_folder.hpp.
  static std::unique_ptr<File> open(const Format& format, const std::filesystem::path& directory);

  // Replaces a file whose damage showed late: it sets the file aside, unless another process has already done so or a
  // precious one proves to be sound, and opens anew.
  static std::unique_ptr<File> replace(std::unique_ptr<File> damaged);

  const Connection& database() const { return database_; }

  // Where the file went that stood in this one's place; empty where it was sound.
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
  std::filesystem::path directory_;  // which links lead to
  std::filesystem::path set_aside_;
  Connection database_;
  Identity identity_;
};

// Copies into `to` what a sound file of this version holds that cannot be opened for writing. Returns false where there
// is none, and where others than the user may write it.
bool copy_unwritable(const Format& format, const std::filesystem::path& directory, const Connection& to);

}  // namespace lenslet::sqlite
