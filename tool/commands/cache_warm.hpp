// lenslet cache warm.
#pragma once

#include <CLI/CLI.hpp>

namespace lenslet::cli {

void add_warm_options(CLI::App& app);
int warm_cache(const CLI::App& app);

}  // namespace lenslet::cli
