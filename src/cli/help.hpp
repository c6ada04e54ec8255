// The look of --help: purpose, usage, what may be given, and an example.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace lenslet::cli {

inline constexpr char command_group[] = "Commands";
inline constexpr char op_group[] = "Ops";
inline constexpr char parameter_group[] = "Parameters";
inline constexpr char option_group[] = "Options";

// Adds --help behind the options that are there already, and sets what it prints.
void set_help(CLI::App& app, const std::string& purpose, const std::string& usage, const std::string& footer);

// An option with a value, read with given() of parameter.hpp.
CLI::Option* add_value(CLI::App& app, const std::string& name, const std::string& value, const std::string& text,
                       const std::string& group = option_group);

// Any number of words that belong to no option.
CLI::Option* add_arguments(CLI::App& app, const std::string& name, const std::string& text);

// --verbose of a command that starts drivers: main.cpp then shows what they say.
void add_verbose(CLI::App& app);

CLI::Option* add_switch(CLI::App& app, const std::string& name, const std::string& text,
                        const std::string& group = option_group);

}  // namespace lenslet::cli
