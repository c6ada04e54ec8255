#include "files/shared_file.hpp"

#include <optional>
#include <sstream>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/vips.hpp"
#include "system/failure_of.hpp"
#include "system/read_at.hpp"

namespace lenslet::io {
namespace {

// Calls the function. If it fails on one process, all throw.
template <class Work>
void together(WriterGroup& group, const Work& work) {
  const std::optional<Error> failure = system::failure_of(work);
  group.meet(failure ? &*failure : nullptr);
}

// The file's number in the file system, which is the same on all hosts.
std::uint64_t number_of(int file, const std::filesystem::path& path) {
  struct stat status {};
  if (::fstat(file, &status) != 0) throw file_error("write", path, system_reason());
  return status.st_ino;
}

std::string text_of(const SharedFile::Begun& begun, std::uint64_t number) {
  return fmt::format("{} {} {} {}", begun.first, begun.place, number, begun.name.string());
}

std::uint64_t read_text(const std::string& text, SharedFile::Begun& begun) {
  std::istringstream words(text);
  std::uint64_t number = 0;
  words >> begun.first >> begun.place >> number;
  begun.name = text.substr(static_cast<std::size_t>(words.tellg()) + 1);
  return number;
}

}  // namespace

SharedFile::SharedFile(WriterGroup& group, std::filesystem::path path, bool sync, const std::function<Begun()>& begin)
    : group_(group), path_(std::move(path)), sync_(sync) {
  const bool is_first = group.rank() == 0;
  std::string text;
  together(group, [&] {
    if (!is_first) return;
    begun_ = begin();
    text = text_of(begun_, number_of(begun_.file, path_));
  });
  text = group.text_of_first(text);
  try {
    together(group, [&] {
      if (!is_first) open(read_text(text, begun_));
    });
  } catch (...) {
    close();
    throw;
  }
}

SharedFile::~SharedFile() {
  close();
}

void SharedFile::close() {
  if (group_.rank() > 0 && begun_.file >= 0) ::close(begun_.file);
  begun_.file = -1;
}

// Checks the number: tiles in a file of another folder of that name would be lost.
void SharedFile::open(std::uint64_t number) {
  begun_.file = ::open(begun_.name.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
  const std::string reason = begun_.file < 0 ? system_reason() : "it is another file there";
  if (begun_.file >= 0 && number_of(begun_.file, path_) == number) return;
  throw file_error("write", path_,
                   fmt::format("this process does not see '{}', which the first one has begun ({}); allowed is a "
                               "folder that all hosts see under one name",
                               begun_.name.string(), reason));
}

void SharedFile::write(const Bytes& tile, std::int64_t place) const {
  if (!system::write_at(begun_.file, tile.data(), tile.size(), place))
    throw file_error("write", path_, system_reason());
}

void SharedFile::sync() const {
  if (sync_ && ::fdatasync(begun_.file) != 0) throw file_error("write", path_, system_reason());
}

// Network file systems show others what was written once a file is closed.
void SharedFile::finish() {
  together(group_, [&] {
    if (group_.rank() == 0) return;
    sync();
    if (::close(std::exchange(begun_.file, -1)) != 0) throw file_error("write", path_, system_reason());
  });
}

}  // namespace lenslet::io
