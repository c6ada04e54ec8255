// Pipelines by their texts.
#pragma once

#include <string_view>

#include "op/op.hpp"

namespace lenslet::pipeline {

// The op that a pipeline's text is. Throws invalid_argument for a text that is none, and for one with arguments.
op::OpPtr made(std::string_view text);

}  // namespace lenslet::pipeline
