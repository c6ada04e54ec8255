// A rename would replace a pipe or a device by an ordinary file, so these are written in place.
#include "tool/files/text_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <lenslet/error.hpp>
#include <system_error>

#include "system/input_file.hpp"
#include "system/target_file.hpp"

namespace lenslet::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path) {
  const std::error_code error(errno, std::generic_category());
  throw Error(ErrorKind::io, fmt::format("cannot write '{}': {}", path.string(), error.message()));
}

void write_into(const fs::path& path, std::string_view text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) refuse(path);
  bool written = true;
  while (written && !text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    written = count >= 0 || errno == EINTR;
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
  const int code = errno;
  const bool closed = ::close(file) == 0;
  if (!written) errno = code;
  if (!written || !closed) refuse(path);
}

}  // namespace

bool is_replaced_whole(const fs::path& path) {
  std::error_code unknown;
  const fs::file_type type = fs::status(path, unknown).type();
  return type == fs::file_type::regular || type == fs::file_type::not_found;
}

void write_text(const fs::path& path, std::string_view text, bool sync) {
  std::error_code unknown;
  if (!is_replaced_whole(path) && !fs::is_directory(path, unknown)) return write_into(path, text);
  system::TargetFile target(path, {.sync = sync});
  target.write(text);
  target.commit();
}

// A folder may refuse new files for many reasons, so this makes one. A pipe is not opened: its other end would notice.
void check_writable(const fs::path& path) {
  std::error_code unknown;
  if (is_replaced_whole(path) || fs::is_directory(path, unknown))
    const system::TargetFile tried(path, {});
  else if (::access(path.c_str(), W_OK) != 0)
    refuse(path);
}

std::string read_file(const fs::path& path) {
  constexpr std::uint64_t most = std::uint64_t{1} << 28;
  return system::read_input(path, most);
}

}  // namespace lenslet::cli
