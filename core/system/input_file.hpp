// Reads files: as many bytes as the caller wants, and never one that has no end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace lenslet::system {

// An ordinary file, or a pipe until its writers have left. Opens nothing else: a device such as /dev/zero may never
// end. All functions throw Error of kind io, "cannot read 'PATH': ...".
class InputFile {
 public:
  explicit InputFile(const std::filesystem::path& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  std::optional<std::uint64_t> size() const { return size_; }  // in bytes; nobody knows a pipe's

  // Throws unless the file is an ordinary one that the effective user or root owns and nobody else may write: its
  // content can be believed, whatever folder it lies in.
  void check_trusted() const;

  // Fills the span with the bytes that follow, with fewer only where the file ends. Returns how many they are.
  std::size_t read(std::span<std::byte> to);

 private:
  std::filesystem::path path_;
  int file_;
  std::optional<std::uint64_t> size_;
};

// Reads all bytes. Throws as above, also for more than `most`; an ordinary file's size is known before anything is
// read.
std::string read_input(const std::filesystem::path& path, std::uint64_t most);

// The same of a file that InputFile::check_trusted() finds nothing against.
std::string read_trusted(const std::filesystem::path& path, std::uint64_t most);

}  // namespace lenslet::system
