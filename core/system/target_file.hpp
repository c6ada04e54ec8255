// A file that appears under its name only when it is complete.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "system/unfinished_files.hpp"

namespace lenslet::system {

// Tells whether it is a link that a user other than this one made in another's folder that all may write to.
bool is_strangers_link(const std::filesystem::path& path);

// Tells whether the open file of that name lies in a folder that all may write to, and another user made it, or gave it
// this name beside the one that it has elsewhere. It is also where the system cannot tell.
bool is_strangers_file(int file, const std::filesystem::path& path);
inline constexpr std::string_view strangers_file =
    "it is another user's, or has a second name, in a folder that all may write to";

// Tells whether the path leads to the open file, and not to another one or a link.
bool has_name(int file, const std::filesystem::path& path);

// Returns the file's own absolute path, which links and folders' links lead to, but for strangers' links. The file need
// not exist.
std::filesystem::path target_of(const std::filesystem::path& path);

// Returns a text that all names of an ordinary file share, links of both kinds among them, and no two files have. It is
// empty for what exists and is no ordinary file.
std::string identity_of(const std::filesystem::path& path);

// Tells whether both name one ordinary file, or the same place for one.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

// Finds which file a path names.
struct TargetOptions {
  bool overwrite = true;  // else an existing file is an error
  bool sync = true;       // wait until the disk has the content before the file gets its name

  // A temporary file that has this name, which may be there already, and stays where it does not get its own; empty:
  // one of a random name that does not. In a folder that all may write to another user's is refused. It takes the old
  // file's permissions and owner over when it is complete.
  std::filesystem::path lasting = {};
};

// All functions throw Error of kind io, "cannot write 'PATH': reason", and the first also what check_not_read() does.
class TargetFile {
 public:
  // Makes an empty file of a random name beside the file that `path` names, which links are followed to, also where it
  // does not exist. It has the suffix of `path`, and from its first byte the permissions of the file that it will
  // replace, and where the process may give them its owner and group. An existing file that the process may not write
  // is refused, although a rename would replace it, and so is what is no ordinary file.
  TargetFile(const std::filesystem::path& path, const TargetOptions& options);

  // Removes the temporary file unless it has its name or is lasting.
  ~TargetFile();
  TargetFile(const TargetFile&) = delete;
  TargetFile& operator=(const TargetFile&) = delete;

  const std::filesystem::path& temporary() const { return temporary_; }  // absolute

  int file() const { return file_; }   // open for reading and writing
  void write(std::string_view bytes);  // after what was written before
  void commit();

 private:
  TargetFile(const std::filesystem::path& path, const std::filesystem::path& target, const TargetOptions& options);
  [[noreturn]] void fail() const;  // for the reason in errno
  void make_temporary(bool replaces);
  void open_lasting(bool replaces);
  void take_over(const std::filesystem::path& old) const;

  std::filesystem::path path_;    // as the caller wrote it
  std::filesystem::path target_;  // which links lead to
  TargetOptions options_;
  std::filesystem::path temporary_;
  int file_ = -1;
  std::unique_ptr<UnfinishedFile> listed_;
};

}  // namespace lenslet::system
