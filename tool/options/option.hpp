// Options of a command: their text in --help, and the given values.
#pragma once

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

#include "tool/options/values.hpp"

namespace lenslet::cli {

inline constexpr char command_group[] = "Commands";
inline constexpr char op_group[] = "Ops";
inline constexpr char parameter_group[] = "Parameters";
inline constexpr char option_group[] = "Options";

// Adds --help after the present options, and sets its output: purpose, usage, options and an example.
void set_help(CLI::App& app, const std::string& purpose, const std::string& usage, const std::string& footer);

// Adds an option with a value. In the group "" it is hidden. Parameters come first: if an option has a parameter's
// name, it gets the command's name in front, "--view-size" beside the size of `resize`. It is still found by the name
// with which it was added.
CLI::Option* add_value(CLI::App& app, const std::string& name, const std::string& value, const std::string& text,
                       const std::string& group = option_group);

// Takes any number of words that belong to no option.
CLI::Option* add_arguments(CLI::App& app, const std::string& name, const std::string& text);

CLI::Option* add_switch(CLI::App& app, const std::string& name, const std::string& text,
                        const std::string& group = option_group);

// Finds an option of the command, never a parameter of its op; null if there is none.
const CLI::Option* find_option(const CLI::App& app, const std::string& name);
std::string written_name(const CLI::App& app, const std::string& name);  // as people write it

// These return the value of an option; nothing if it was not given. They throw if it was given twice.
std::optional<std::string> value_of(const CLI::Option& option);
bool is_on(const CLI::Option& option);

// The same for an option of the command.
std::optional<std::string> given(const CLI::App& app, const std::string& name);
bool is_set(const CLI::App& app, const std::string& name);

// Sets `value` if the option was given. `parse` is a function of values.hpp.
template <class Value, class Parse>
void take(const CLI::App& app, const std::string& name, Value& value, Parse parse) {
  if (const auto text = given(app, name)) value = static_cast<Value>(parse(written_name(app, name), *text));
}

template <class Value>
void take(const CLI::App& app, const std::string& name, Value& value, std::int64_t low, std::int64_t high) {
  take(app, name, value, [&](const auto& what, const auto& text) { return parse_integer(what, text, low, high); });
}

}  // namespace lenslet::cli
