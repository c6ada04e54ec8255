// The commands of ops of arrays: one for each family, made from the registry.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <lenslet/array_op.hpp>
#include <string>
#include <vector>

namespace lenslet::cli {

std::vector<std::string> array_families();
std::string family_help(const std::string& family);  // one line

// "reduce.mean", "sort"; where no op of images has the name, also without its family. Null for other names.
const ArrayOpInfo* array_op_named(const std::string& name);

// As Command::add.
std::function<int()> add_array_family(CLI::App& app, const std::string& family);

}  // namespace lenslet::cli
