// Reads files: as many bytes as the caller wants, and never a file without an end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#pragma GCC visibility push(default)
namespace lenslet::system {

// An ordinary file, or a pipe until its writers close it. Nothing else is opened, since a device such as /dev/zero may
// never end. All functions throw Error of kind io, "cannot read 'PATH': ...".
class InputFile {
 public:
  explicit InputFile(const std::filesystem::path& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  std::optional<std::uint64_t> size() const { return size_; }  // in bytes; absent for a pipe

  // Throws unless the file is an ordinary one that belongs to the effective user or root, and that nobody else may
  // write. Its content can then be trusted, whatever folder it lies in.
  void check_trusted() const;

  // Fills the span with the next bytes; fewer only at the end of the file. Returns how many.
  std::size_t read(std::span<std::byte> to);

 private:
  std::filesystem::path path_;
  int file_;
  std::optional<std::uint64_t> size_;
};

// Reads all bytes. Throws as above, and for more than `most` bytes. An ordinary file's size is checked before anything
// is read.
std::string read_input(const std::filesystem::path& path, std::uint64_t most);

// The same for a file that must pass InputFile::check_trusted().
std::string read_trusted(const std::filesystem::path& path, std::uint64_t most);

}  // namespace lenslet::system
#pragma GCC visibility pop
