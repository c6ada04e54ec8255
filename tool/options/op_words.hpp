// How ops are named on the command line, and the commands that have a sub-command for each op.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <lenslet/op.hpp>
#include <span>
#include <string>
#include <vector>

namespace lenslet::cli {

// Puts what people write by habit as the parser has it: "help run" is "run --help", "version" and "-V" are "--version",
// "reduce sum", "reduce.sum" and, behind a command, "sum" are one op, and an op's options may stand in front of its
// name. The first word is the program's name.
std::vector<std::string> usual_words(std::span<char* const> arguments);

// Gives a command a sub-command for each op, which gets its options by `add` when it is called: those of all ops take
// long to make. Returns what calls `run` with the op that was chosen. The help lists ops for which `lists` is true, or
// all.
std::function<int()> add_op_commands(CLI::App& app, void (*add)(CLI::App& app, const OpInfo& op),
                                     int (*run)(const CLI::App& app, const OpInfo& op),
                                     bool (*lists)(const OpInfo& op) = nullptr);

// Whether a file of OpenCL C describes an op, and so is no program alone.
bool describes_op(const std::string& file);

}  // namespace lenslet::cli
