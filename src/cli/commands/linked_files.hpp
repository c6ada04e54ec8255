// Files of OpenCL C that are compiled by themselves and linked.
#pragma once

#include <lenslet/kernel.hpp>
#include <string>
#include <vector>

#include "cli/options/option.hpp"

namespace lenslet::cli {

void add_link_options(CLI::App& app);

// Whether --apart is there. It is a usage error to have options of the linker without it.
bool read_apart(const CLI::App& app);

// By the compiler's and the linker's options of the command.
Program linked_files(const CLI::App& app, const Session& session, const std::vector<std::string>& files);

}  // namespace lenslet::cli
