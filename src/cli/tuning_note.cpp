// The one remark that an op could run faster.
#include "tuning_note.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "exit.hpp"
#include "output.hpp"
#include "parameter.hpp"

namespace lenslet::cli {
namespace {

// O_EXCL, so that of several processes one says it.
bool was_said(const std::filesystem::path& directory) {
  if (directory.empty()) return false;
  std::error_code ignored;
  std::filesystem::create_directories(directory, ignored);
  const int file = ::open((directory / "untuned-note-shown").c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) return errno == EEXIST;
  ::close(file);
  return false;
}

}  // namespace

void note_untuned(const Session& session, const Call& call, PixelFormat format, Size size) {
  if (was_said(session.data_directory())) return;
  say(
      fmt::format("lenslet: note: {0} has not been tuned on {1} yet and runs in its device class's usual way; "
                  "'lenslet tune {0} --type {2} --size {3}x{4}' finds and keeps the fastest (this is said once)",
                  call.op, session.device().name, name_of(format.type), size.width, size.height));
}

}  // namespace lenslet::cli
