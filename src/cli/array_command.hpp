// The commands of ops of arrays: one for each family, made from the registry.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace lenslet::cli {

std::vector<std::string> array_families();
std::string family_help(const std::string& family);  // one line

// As Command::add.
std::function<int()> add_array_family(CLI::App& app, const std::string& family);

}  // namespace lenslet::cli
