// An op's parameters as options of the command line, and the given values as a call.
#pragma once

#include <CLI/CLI.hpp>
#include <lenslet/op.hpp>
#include <optional>
#include <string>
#include <vector>

namespace lenslet::cli {

std::string kind_name(const Parameter& parameter);              // NUMBER, INTEGER, TEXT|FILE, "a|b|c"; empty for a flag
std::vector<std::string> facts_of(const Parameter& parameter);  // unit, form, range and default, if it has them

void add_parameters(CLI::App& app, const OpInfo& op);

// A parameter's value as given, never that of a command's option with its name.
std::optional<std::string> given_text(const CLI::App& app, const Parameter& parameter);

// Sets an argument of the call from a person's words, or two arguments if the parameter has a pair: 31x15. A flag is
// "on" or "off"; for a text, a list, a matrix or a curve may stand the name of a file with it. Throws if the value is
// not of the parameter's kind, out of its range, or the second one.
void put_argument(const OpInfo& op, const Parameter& parameter, const std::string& text, Call& call);

bool is_text(const Parameter& parameter);

// An op of arrays takes its text as the first word, like the expression of map.
bool is_word(const OpInfo& op, const Parameter& parameter);
OpInfo without_words(OpInfo op);  // without such parameters

// Has only the given arguments. Each is of its parameter's kind and in its range.
Call read_call(const CLI::App& app, const OpInfo& op);

// The same with the texts that an op of arrays has as words. They are taken from the words' front.
Call read_call(const CLI::App& app, const OpInfo& op, std::vector<std::string>& words);

}  // namespace lenslet::cli
