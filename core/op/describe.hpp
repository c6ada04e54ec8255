// Words for parameters: error messages, help, <lenslet/ops.hpp> and docs/ops.md all use these.
#pragma once

#include <string>
#include <string_view>

#include <lenslet/op.hpp>

namespace lenslet::op {

std::string_view name_of(ParameterKind kind);

// "an integer from 0 to 31, in pixels"; "one of l1, l2"; "on or off".
std::string allowed_text(const Parameter& parameter);

// The summary, and the allowed values where the parameter's kind does not tell them.
std::string describe(const Parameter& parameter);

}  // namespace lenslet::op
