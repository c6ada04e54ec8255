// Pipelines by their texts.
#pragma once

#include <string_view>

#include "op/op.hpp"

namespace lenslet::pipeline {

// Returns the op of a pipeline's text. Throws invalid_argument for a text that is no pipeline, and for one with
// arguments.
op::OpPtr made(std::string_view text);

}  // namespace lenslet::pipeline
