// Arguments as texts: no other part of the library reads or writes them. The command line, pipelines, messages, lines
// to the worker, bundles and the store use these.
#pragma once

#include <string>

#include <lenslet/op.hpp>

namespace lenslet::op {

// As a person would type it: "0.5", "on", "l2", "1,2.5", "0 1 0; 1 -4 1; 0 1 0", "640x480", "640x", "0:0,255:128". What
// is left to the op is "auto". Read back as the same parameter's, it is the same value, bit for bit.
std::string value_text(const Value& value);

// Reads what a person typed. Throws invalid_argument, "sigma is '-1', allowed: a number of at least 0".
Value parse_argument(const Parameter& parameter, const std::string& text);

// Returns the value as the parameter's kind has it: an integer serves for a real number, and a number for a list of
// one. Throws invalid_argument, as parse_argument() does, for another kind and for what lies out of range.
Value checked_argument(const Parameter& parameter, Value value);

// The alternative of a value as a letter, and the value of a letter and a text, for texts without a parameter.
char letter_of(const Value& value);
Value value_of(char letter, const std::string& text);

}  // namespace lenslet::op
