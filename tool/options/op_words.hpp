// How the command line names ops, and the commands that have a sub-command for each op.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <lenslet/op.hpp>
#include <span>
#include <string>
#include <vector>

namespace lenslet::cli {

// Rewrites habitual spellings for the parser. "help run" becomes "run --help"; "version" and "-V" become "--version".
// "reduce sum", "reduce.sum" and, after a command, "sum" are one op. An op's options may stand before its name. The
// first word is the program's name.
std::vector<std::string> usual_words(std::span<char* const> arguments);

// Gives a command a sub-command for each op. `add` gives it its options only when it is called, since those of all ops
// take long to make. Returns a function that calls `run` with the chosen op. The help lists the ops for which `lists`
// is true, or all.
std::function<int()> add_op_commands(CLI::App& app, void (*add)(CLI::App& app, const OpInfo& op),
                                     int (*run)(const CLI::App& app, const OpInfo& op),
                                     bool (*lists)(const OpInfo& op) = nullptr);

// Whether a file of OpenCL C describes an op, and is not only a program.
bool describes_op(const std::string& file);

}  // namespace lenslet::cli
