// Commands like `lenslet cache show`, whose first word says what they do: a table of actions, each with a name and a
// function.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "tool/terminal/exit.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {

// Runs the action of the given word.
template <class Action, std::size_t count>
int run_action(const CLI::App& app, const Action (&actions)[count]) {
  std::vector<std::string> names;
  for (const Action& action : actions) {
    if (app.got_subcommand(action.name)) return action.run(*app.get_subcommand(action.name));
    names.emplace_back(action.name);
  }
  usage_error(fmt::format("'lenslet {}' needs one of {}", app.get_name(), join(names, ", ")));
}

}  // namespace lenslet::cli
