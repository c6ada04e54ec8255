#include "cli/commands/linked_files.hpp"

#include "cli/files/text_file.hpp"
#include "cli/terminal/exit.hpp"

namespace lenslet::cli {

void add_link_options(CLI::App& app) {
  add_switch(app, "--apart", "Compile each file of OpenCL C by itself, and link them");
  add_value(app, "--link-options", "TEXT", "Options of the linker, with --apart");
}

bool read_apart(const CLI::App& app) {
  const bool apart = is_set(app, "--apart");
  if (given(app, "--link-options") && !apart) usage_error("--link-options without --apart; allowed: with it");
  return apart;
}

Program linked_files(const CLI::App& app, const Session& session, const std::vector<std::string>& files) {
  const std::string options = given(app, "--options").value_or("");
  std::vector<ProgramObject> objects;
  for (const std::string& file : files)
    objects.push_back(
        ProgramObject::from_text(session, read_file(file), {.options = options, .name = file, .warnings = true}));
  return Program::linked(session, objects, given(app, "--link-options").value_or(""));
}

}  // namespace lenslet::cli
