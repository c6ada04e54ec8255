// Adds and reads options of the toolkit's commands. The tool has these options even without the component.
#include "tool/commands/toolkit.hpp"

#include "tool/options/option.hpp"
#include "tool/terminal/exit.hpp"

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

}  // namespace lenslet::cli
