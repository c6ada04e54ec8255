// The command of a tool that is built without the component of studies.
#include "cli/commands/command.hpp"
#include "cli/terminal/exit.hpp"

namespace lenslet::cli {

std::function<int()> add_study(CLI::App&) {
  usage_error("this build has no studies (LENSLET_STUDIES=OFF); './dev build' makes one that has");
}

}  // namespace lenslet::cli
