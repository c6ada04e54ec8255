// A file that gets its name only when it is complete.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "system/unfinished_files.hpp"

#pragma GCC visibility push(default)
namespace lenslet::system {

// Tells whether the path is a link that another user made in another user's folder that all may write to.
bool is_strangers_link(const std::filesystem::path& path);

// Tells whether the open file of that name lies in a folder that all may write to, and another user made it or gave it
// this name as a second name. Also true where the system cannot tell.
bool is_strangers_file(int file, const std::filesystem::path& path);
inline constexpr std::string_view strangers_file =
    "it is another user's, or has a second name, in a folder that all may write to";

// Tells whether the path itself names the open file, not another file or a link.
bool has_name(int file, const std::filesystem::path& path);

// Returns the file's absolute path after following links, except for strangers' links. The file need not exist.
std::filesystem::path target_of(const std::filesystem::path& path);

// Returns a text that all names of an ordinary file share, hard and symbolic links included, and that no other file
// has. It is empty for what exists and is no ordinary file.
std::string identity_of(const std::filesystem::path& path);

// Tells whether both name the same ordinary file, or the same place for one.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

// How a target file is written.
struct TargetOptions {
  bool overwrite = true;  // false: an existing file is an error
  bool sync = true;       // wait until the disk has the content before the file gets its name

  // Use a temporary file of this name, which may exist already and stays after a failure. Another user's is refused in
  // a folder that all may write to. It gets the old file's permissions and owner when it is complete. Empty: a
  // temporary file of a random name, which is removed after a failure.
  std::filesystem::path lasting = {};
};

// All functions throw Error of kind io, "cannot write 'PATH': reason". The constructor also throws what
// check_not_read() does.
class TargetFile {
 public:
  // Makes an empty file of a random name beside the file that `path` names; links are followed, even to a missing file.
  // It has the suffix of `path`. From its first byte it has the permissions of the file that it will replace, and,
  // where possible, its owner and group. An existing file that the process may not write is refused, although a rename
  // would replace it. What is no ordinary file is refused, too.
  TargetFile(const std::filesystem::path& path, const TargetOptions& options);

  // Removes the temporary file unless it has its name or is lasting.
  ~TargetFile();
  TargetFile(const TargetFile&) = delete;
  TargetFile& operator=(const TargetFile&) = delete;

  const std::filesystem::path& temporary() const { return temporary_; }  // absolute

  int file() const { return file_; }   // open for reading and writing
  void write(std::string_view bytes);  // after earlier writes
  void commit();

 private:
  TargetFile(const std::filesystem::path& path, const std::filesystem::path& target, const TargetOptions& options);
  [[noreturn]] void fail() const;  // with the reason in errno
  void make_temporary(bool replaces);
  void open_lasting(bool replaces);
  void take_over(const std::filesystem::path& old) const;

  std::filesystem::path path_;    // as the caller wrote it
  std::filesystem::path target_;  // after following links
  TargetOptions options_;
  std::filesystem::path temporary_;
  int file_ = -1;
  std::unique_ptr<UnfinishedFile> listed_;
};

}  // namespace lenslet::system
#pragma GCC visibility pop
