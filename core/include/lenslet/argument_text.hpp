// Arguments as people write them. Nothing else reads or writes them as text: the command line, pipelines, messages,
// bundles and the store use these.
#pragma once

#include <string>

#include <lenslet/op.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

// Returns what a person would type: "0.5", "on", "l2", "1,2.5", "0 1 0; 1 -4 1; 0 1 0", "640x480", "640x",
// "0:0,255:128". What is left to the op is "auto". parse_argument() makes the same value of it, bit for bit.
std::string value_text(const Value& value);

// Reads what a person typed. Throws invalid_argument: "sigma is '-1', allowed: a number of at least 0".
Value parse_argument(const Parameter& parameter, const std::string& text);

}  // namespace lenslet
#pragma GCC visibility pop
