// A pipeline on inputs of known types, as the rest of the library sees ops.
#pragma once

#include "op/op.hpp"
#include "pipeline/definition.hpp"

namespace lenslet::pipeline {

// The op that a definition is: its parameters are those of its stages, its name is its text.
op::Op op_of(DefinitionPtr definition);

// Throws what the stages throw for their inputs and arguments.
op::ProblemPtr make_problem(DefinitionPtr definition, Work work);

}  // namespace lenslet::pipeline
