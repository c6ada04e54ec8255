// A pipeline on inputs of known types, as the rest of the library sees ops.
#pragma once

#include <functional>

#include "op/op.hpp"
#include "pipeline/definition.hpp"

namespace lenslet::pipeline {

// Tells whether the op of a node is a user's.
bool has_user_op(const Definition& definition);

// Returns a definition as an op. Its parameters are those of the nodes; its name is its text.
op::Op op_of(const DefinitionPtr& definition);

// Returns an op of the registry that is a pipeline of others. `define` makes the definition from the op's checked
// arguments. `check` throws for options that the op refuses.
op::Op named_op(OpInfo info, std::function<Definition(const op::Arguments&)> define,
                std::function<void(const Work&)> check = {});

// Makes the problem under the op's name. Throws what the nodes throw for their inputs and arguments.
op::ProblemPtr make_problem(DefinitionPtr definition, Work work, const std::string& name);

}  // namespace lenslet::pipeline
