// The one remark that an op could run faster.
#include "cli/jobs/tuning_note.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <lenslet/error.hpp>

#include "cli/records/value_text.hpp"
#include "cli/terminal/output.hpp"
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

void note_untuned(const Session& session, const Work& work) {
  if (was_said(session.data_directory())) return;
  const ImageType* image = image_of(work.inputs.front());
  const std::string inputs =
      image ? fmt::format("{} --size {}", name_of(image->format.type), size_text(work))
            : fmt::format("{} --elements {}", name_of(std::get<ArrayType>(work.inputs.front()).type),
                          std::get<ArrayType>(work.inputs.front()).count());
  const std::string op = system::shown_name(work.call.op);
  say(
      fmt::format("lenslet: note: {0} has not been tuned on {1} yet and runs in its device class's usual way; "
                  "'lenslet tune {3} --type {2}' finds and keeps the fastest (this is said once)",
                  op, session.device().name, inputs, find_op(work.call.op).pipeline ? '"' + op + '"' : op));
}

}  // namespace lenslet::cli
