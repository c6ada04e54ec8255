// The one remark that an op could run faster.
#include "cli/jobs/tuning_note.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <lenslet/error.hpp>

#include "cli/terminal/output.hpp"
#include "system/private_folder.hpp"

namespace lenslet::cli {
namespace {

// The file is made exclusively, so that of several processes one says it. Where the file cannot be made it is said each
// time.
bool was_said(const std::filesystem::path& directory) {
  if (directory.empty()) return false;
  try {
    const std::filesystem::path file = system::make_private_folder(directory) / "untuned-note-shown";
    std::FILE* made = std::fopen(file.c_str(), "wxe");
    return made ? std::fclose(made) != 0 : errno == EEXIST;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

void note_untuned(const Session& session, const Call& call, const ImageType& image) {
  if (was_said(session.data_directory())) return;
  say(
      fmt::format("lenslet: note: {0} has not been tuned on {1} yet and runs in its device class's usual way; "
                  "'lenslet tune {0} --type {2} --size {3}x{4}' finds and keeps the fastest (this is said once)",
                  call.op, session.device().name, name_of(image.format.type), image.size.width, image.size.height));
}

}  // namespace lenslet::cli
