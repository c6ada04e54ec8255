// One text for all commands that write files.
#include "sync_option.hpp"

#include "help.hpp"
#include "parameter.hpp"

namespace lenslet::cli {

void add_sync_option(CLI::App& app) {
  add_switch(app, "--no-sync", "Do not wait for the disk: faster, but a crash of the machine can leave empty files");
}

bool read_sync_option(const CLI::App& app) {
  return !is_set(app, "--no-sync");
}

}  // namespace lenslet::cli
