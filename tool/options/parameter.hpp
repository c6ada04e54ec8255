// An op's parameters as options of the command line, and the values that a person gave back as a request.
#pragma once

#include <CLI/CLI.hpp>
#include <lenslet/op.hpp>
#include <optional>
#include <string>

namespace lenslet::cli {

std::string to_text(const Value& value);
std::string kind_name(const Parameter& parameter);   // NUMBER, INTEGER, TEXT|FILE, "a|b|c"; empty for a flag
std::string range_text(const Parameter& parameter);  // "0.1 to 100", "at least 1"; empty where everything is allowed
std::vector<std::string> facts_of(const Parameter& parameter);  // unit, range and default, as far as it has them

void add_parameters(CLI::App& app, const OpInfo& op);

// A parameter's value as it was given, never that of an option of the command with its name.
std::optional<std::string> given_text(const CLI::App& app, const Parameter& parameter);

// Puts a value in a person's words among the call's arguments, or two where the parameter has a pair: 31x15. A flag is
// "on" or "off", a text may be the name of a file. Throws where the value is not of the parameter's kind, out of its
// range or the second one.
void put_argument(const OpInfo& op, const Parameter& parameter, const std::string& text, Call& call);

// Only the arguments that were given; each is of its parameter's kind and in its range.
Call read_call(const CLI::App& app, const OpInfo& op);

}  // namespace lenslet::cli
