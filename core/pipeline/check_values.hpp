// Checks of what a pipeline is launched with. All throw invalid_argument.
#pragma once

#include "op/values.hpp"
#include "pipeline/needs.hpp"

namespace lenslet::pipeline {

void check_counts(const op::DeviceValues& inputs, const op::DeviceValues& outputs, const Definition& definition);

// Every input is of its type, but for the size where the plan serves all, and holds what is read of it.
void check_inputs(const op::DeviceValues& inputs, const Typed& typed, const Needs& needs);

// Every output is of its type, images of the size that is wanted of them.
void check_outputs(const op::DeviceValues& outputs, const Typed& typed, const Needs& needs);

}  // namespace lenslet::pipeline
