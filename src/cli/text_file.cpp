// A rename would put an ordinary file in the place of a pipe, a device or a link, so only ordinary files are renamed
// over, those behind links among them.
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

// Until its end, whatever its size was: it may be a pipe.
std::error_code read_all(int file, const fs::path& path, std::string& text) {
  std::error_code unknown;
  const std::uintmax_t size = fs::file_size(path, unknown);
  text.resize((unknown ? 0 : size) + 1);
  for (std::size_t done = 0;;) {
    if (done == text.size()) text.resize(2 * done);
    const ssize_t count = ::read(file, text.data() + done, text.size() - done);
    if (count < 0 && errno != EINTR) return last_error();
    if (count > 0) done += static_cast<std::size_t>(count);
    if (count != 0) continue;
    text.resize(done);
    return {};
  }
}

std::error_code write_into(const fs::path& path, const std::string& text, int flags) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
  if (file < 0) return last_error();
  const std::error_code error = write_all(file, text);
  return ::close(file) < 0 && !error ? last_error() : error;
}

fs::path temporary_beside(const fs::path& path) {
  return fmt::format("{}.{}.tmp", path.string(), ::getpid());
}

std::error_code replace(const fs::path& path, const fs::file_status& old, const std::string& text) {
  const fs::path temporary = temporary_beside(path);
  std::error_code error = write_into(temporary, text, O_CREAT | O_EXCL);
  if (error == std::errc::file_exists) return error;  // another's file stays
  if (!error && fs::exists(old)) fs::permissions(temporary, old.permissions(), error);
  if (!error) fs::rename(temporary, path, error);
  std::error_code ignored;
  if (error) fs::remove(temporary, ignored);
  return error;
}

// An ordinary file, or nothing yet.
bool can_be_replaced(const fs::file_status& status) {
  return status.type() == fs::file_type::regular || status.type() == fs::file_type::not_found;
}

std::error_code write_to(const fs::path& path, const std::string& text) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return can_be_replaced(status) ? replace(target_of(path), status, text) : write_into(path, text, 0);
}

// Of an ordinary file, or of what is to become one. A folder can refuse new files for many reasons, so one is made.
std::error_code try_beside(const fs::path& path) {
  const fs::path temporary = temporary_beside(path);
  const std::error_code error = write_into(temporary, "", O_CREAT | O_EXCL);
  std::error_code ignored;
  if (!error) fs::remove(temporary, ignored);
  return error;
}

std::error_code try_to_write(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::directory) return std::make_error_code(std::errc::is_a_directory);
  if (!can_be_replaced(status))  // to open a pipe would be seen at its other end
    return ::access(path.c_str(), W_OK) == 0 ? std::error_code() : last_error();
  return try_beside(target_of(path));
}

}  // namespace

fs::path target_of(const fs::path& path) {
  constexpr int most_links = 40;  // as Linux has it: more are a loop
  fs::path target = fs::absolute(path);
  std::error_code error;
  for (int links = 0; links < most_links && fs::is_symlink(target, error); ++links)
    target = target.parent_path() / fs::read_symlink(target, error);
  const fs::path whole = fs::weakly_canonical(target, error);
  return error ? target : whole;
}

bool is_replaced_whole(const fs::path& path) {
  std::error_code error;
  return can_be_replaced(fs::status(path, error));
}

void write_text(const fs::path& path, const std::string& text) {
  if (const std::error_code error = write_to(path, text))
    throw Error(ErrorKind::io, fmt::format("cannot write '{}': {}", path.string(), error.message()));
}

void check_writable(const fs::path& path) {
  if (const std::error_code error = try_to_write(path))
    throw Error(ErrorKind::io, fmt::format("cannot write '{}': {}", path.string(), error.message()));
}

std::string read_file(const std::string& path) {
  std::string text;
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const std::error_code error = file < 0 ? last_error() : read_all(file, path, text);
  if (file >= 0) ::close(file);
  if (error) throw Error(ErrorKind::io, fmt::format("{}: cannot be read: {}", path, error.message()));
  return text;
}

}  // namespace lenslet::cli
