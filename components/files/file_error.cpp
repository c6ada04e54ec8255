#include "files/file_error.hpp"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace lenslet::io {

Error file_error(std::string_view verb, const std::filesystem::path& path, std::string_view reason, ErrorKind kind) {
  return Error(kind, fmt::format("cannot {} '{}': {}", verb, path.string(), reason));
}

std::string system_reason() {
  return std::error_code(errno, std::generic_category()).message();
}

std::string opening_problem(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // a pipe would wait for its writer
  if (file < 0) return system_reason();
  ::close(file);
  return {};
}

}  // namespace lenslet::io
