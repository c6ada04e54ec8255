// Files of OpenCL C as programs.
#pragma once

#include <lenslet/bundle.hpp>
#include <lenslet/kernel.hpp>
#include <string>
#include <vector>

#include "tool/options/option.hpp"

namespace lenslet::cli {

// Compiles each by itself and links them, by the compiler's and the linker's options of the command.
Program linked_files(const CLI::App& app, const Session& session, const std::vector<std::string>& files);

// See Toolkit.
std::vector<std::string> add_programs(Bundle& bundle, const Session& session, const CLI::App& app,
                                      const std::vector<std::string>& files, const CompileOptions& options);

}  // namespace lenslet::cli
