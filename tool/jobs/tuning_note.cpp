// The one remark that an op could run faster.
#include "tool/jobs/tuning_note.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <lenslet/error.hpp>

#include "tool/options/tune_command.hpp"
#include "tool/terminal/output.hpp"
#include "system/private_folder.hpp"
#include "system/shown_name.hpp"

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

void note_untuned(const Session& session, const Work& work, const WorkOrigin& origin) {
  if (was_said(session.data_directory())) return;
  const std::string command = tune_command(work, origin.file, origin.device);
  const std::string way = command.empty() ? "'--tune auto'" : "the command below";
  say(
      fmt::format("lenslet: note: {} has not been tuned on {} for such inputs yet and runs in its device class's usual "
                  "way; {} finds and keeps the fastest (this is said once)",
                  system::shown_name(work.call.op), session.device().name, way));
  if (!command.empty()) say_lines("  " + command + '\n');  // as it stands, which is what a shell wants
}

}  // namespace lenslet::cli
