#include "io/file_error.hpp"

#include <cerrno>
#include <system_error>

#include <fmt/format.h>

namespace lenslet::io {

Error file_error(std::string_view verb, const std::filesystem::path& path, std::string_view reason, ErrorKind kind) {
  return Error(kind, fmt::format("cannot {} '{}': {}", verb, path.string(), reason));
}

std::string system_reason() {
  return std::error_code(errno, std::generic_category()).message();
}

}  // namespace lenslet::io
