// Files that are read: as many bytes as the caller wants, and never one that has no end.
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

  std::optional<std::uint64_t> size() const { return size_; }  // bytes; nobody knows those of a pipe

  // Fills the span with the bytes that follow; with fewer only where the file ends. Says how many they are.
  std::size_t read(std::span<std::byte> to);

 private:
  std::filesystem::path path_;
  int file_;
  std::optional<std::uint64_t> size_;
};

// All bytes. Throws as above also for more than `most`; of an ordinary file that is known before anything is read.
std::string read_input(const std::filesystem::path& path, std::uint64_t most);

}  // namespace lenslet::system
