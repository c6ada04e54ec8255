// Whether results wait for the disk.
#pragma once

#include <CLI/CLI.hpp>

namespace lenslet::cli {

// Adds --no-sync.
void add_sync_option(CLI::App& app);
bool read_sync_option(const CLI::App& app);  // true: files are synced before they get their names

}  // namespace lenslet::cli
