// Checks arguments, and writes them for another process.
#pragma once

#include <string>

#include <lenslet/argument_text.hpp>

namespace lenslet::op {

// Returns the value as the parameter's kind has it: an integer serves for a real number, and a number for a list of
// one. Throws invalid_argument, as parse_argument() does, for another kind and for what lies out of range.
Value checked_argument(const Parameter& parameter, Value value);

// The alternative of a value as a letter, and the value that a letter and value_text() stand for.
char letter_of(const Value& value);
Value value_of(char letter, const std::string& text);

}  // namespace lenslet::op
