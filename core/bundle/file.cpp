// Reads and writes files of bundles.
#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <sys/stat.h>

#include <lenslet/error.hpp>

#include "bundle/contents.hpp"
#include "system/input_file.hpp"
#include "system/target_file.hpp"

namespace lenslet {
namespace {

constexpr std::uint64_t max_bytes = 1u << 30;

template <class Read>
Bundle read_with(const std::filesystem::path& file, const Read& read) {
  const std::string bytes = read(file, max_bytes);
  try {
    return bundle::unpack(bytes);
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("'{}': {}", file.string(), error.what()), error.detail());
  }
}

}  // namespace

Bundle read_bundle(const std::filesystem::path& file) {
  return read_with(file, system::read_input);
}

Bundle read_trusted_bundle(const std::filesystem::path& file) {
  return read_with(file, system::read_trusted);
}

// Others must not be able to write the file, whatever the process's umask.
void write_bundle(const std::filesystem::path& file, const Bundle& bundle) {
  system::TargetFile target(file, {});
  target.write(bundle::pack(bundle));
  struct stat status {};
  if (::fstat(target.file(), &status) != 0 || ::fchmod(target.file(), status.st_mode & 0755) != 0)
    throw Error(ErrorKind::io, fmt::format("'{}' cannot be made a file that only its owner may write: {}",
                                           file.string(), std::strerror(errno)));
  target.commit();
}

}  // namespace lenslet
