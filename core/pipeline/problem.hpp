// A pipeline on inputs of known types, as the rest of the library sees ops.
#pragma once

#include <functional>

#include "op/op.hpp"
#include "pipeline/definition.hpp"

namespace lenslet::pipeline {

// Whether a node's op is a user's.
bool has_user_op(const Definition& definition);

// The op that a definition is: its parameters are those of its nodes, its name is its text.
op::Op op_of(const DefinitionPtr& definition);

// An op of the registry that is a pipeline of others: the definition is for checked arguments of the op's own. `check`
// throws for options that it refuses.
op::Op named_op(OpInfo info, std::function<Definition(const op::Arguments&)> define,
                std::function<void(const Work&)> check = {});

// Under the name of the op. Throws what the nodes throw for their inputs and arguments.
op::ProblemPtr make_problem(DefinitionPtr definition, Work work, const std::string& name);

}  // namespace lenslet::pipeline
