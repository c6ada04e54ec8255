#include "tool/commands/kernel_files.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "tool/commands/toolkit.hpp"
#include "tool/files/text_file.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

// Who names several files may mean parts of one program.
Program compiled_alone(const Session& session, const std::string& file, const std::vector<std::string>& files,
                       const CLI::App& app) {
  try {
    return Program::from_file(session, file, {.options = given(app, "--options").value_or(""), .warnings = true});
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::build || files.size() < 2) throw;
    throw Error(error.kind(),
                fmt::format("{} ({} is compiled as a program of its own; --apart makes one program of {})",
                            error.what(), file, join(files, ", ")),
                error.detail());
  }
}

}  // namespace

Program linked_files(const CLI::App& app, const Session& session, const std::vector<std::string>& files) {
  const std::string options = given(app, "--options").value_or("");
  std::vector<ProgramObject> objects;
  for (const std::string& file : files)
    objects.push_back(
        ProgramObject::from_text(session, read_file(file), {.options = options, .name = file, .warnings = true}));
  return Program::linked(session, objects, given(app, "--link-options").value_or(""));
}

std::vector<std::string> add_programs(Bundle& bundle, const Session& session, const CLI::App& app,
                                      const std::vector<std::string>& files, const CompileOptions& options) {
  if (read_apart(app)) return add_program(bundle, linked_files(app, session, files), join(files, " "), options);
  std::vector<std::string> notes;
  for (const std::string& file : files)
    for (std::string& note : add_program(bundle, compiled_alone(session, file, files, app), file, options))
      notes.push_back(std::move(note));
  return notes;
}

}  // namespace lenslet::cli
