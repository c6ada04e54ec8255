// A rename would put an ordinary file in the place of a pipe, a device or a link, so only ordinary files are renamed
// over.
#include "text_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <lenslet/error.hpp>
#include <system_error>

namespace lenslet::cli {
namespace {

namespace fs = std::filesystem;

std::error_code last_error() {
  return {errno, std::generic_category()};
}

std::error_code write_all(int file, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(file, text.data() + done, text.size() - done);
    if (count < 0 && errno != EINTR) return last_error();
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  return {};
}

std::error_code write_into(const fs::path& path, const std::string& text, int flags) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
  if (file < 0) return last_error();
  const std::error_code error = write_all(file, text);
  return ::close(file) < 0 && !error ? last_error() : error;
}

std::error_code replace(const fs::path& path, const fs::file_status& old, const std::string& text) {
  const fs::path temporary = fmt::format("{}.{}.tmp", path.string(), ::getpid());
  std::error_code error = write_into(temporary, text, O_CREAT | O_EXCL);
  if (error == std::errc::file_exists) return error;  // another's file stays
  if (!error && fs::exists(old)) fs::permissions(temporary, old.permissions(), error);
  if (!error) fs::rename(temporary, path, error);
  std::error_code ignored;
  if (error) fs::remove(temporary, ignored);
  return error;
}

std::error_code write_to(const fs::path& path, const std::string& text) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  const bool is_link = fs::is_symlink(path, error);
  if (status.type() == fs::file_type::not_found)
    return is_link ? write_into(path, text, O_CREAT) : replace(path, status, text);
  if (status.type() != fs::file_type::regular) return write_into(path, text, 0);
  const fs::path target = is_link ? fs::canonical(path, error) : path;
  return error ? error : replace(target, status, text);
}

}  // namespace

void write_text(const fs::path& path, const std::string& text) {
  if (const std::error_code error = write_to(path, text))
    throw Error(ErrorKind::io, fmt::format("cannot write '{}': {}", path.string(), error.message()));
}

}  // namespace lenslet::cli
