// A parameter in a filter's head: "real strength = 0.5 (0 to 1) pixels: How dark the corners become."
#pragma once

#include <string>

#include <lenslet/op.hpp>

#include "user/lines.hpp"

namespace lenslet::user {

// Throws invalid_argument with the place.
Parameter parse_parameter(const Field& field, const std::string& file);

std::string text_of(const Parameter& parameter);

}  // namespace lenslet::user
