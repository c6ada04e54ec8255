// How a pipeline's nodes are put together: each by itself, or several in the launches of one unit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "op/problem.hpp"
#include "pipeline/definition.hpp"

namespace lenslet::pipeline {

// One or more nodes that are planned as one problem.
struct Unit {
  op::ProblemPtr problem;
  std::vector<std::size_t> nodes;        // of the definition
  std::vector<ValueId> inputs, outputs;  // outputs: those that other units or the caller see
  std::size_t planned = 1;               // the first nodes, whose own schedules follow from the unit's
};

// Of point ops that share their own launches.
inline constexpr char points_alone[] = "points";
inline constexpr char filters_in_windows[] = "windows";

struct Arrangement {
  std::string name;  // "fused", "apart", ..., as in schedules
  std::vector<Unit> units;
  bool literal = false;         // numbers of ops are in the code of others: another value compiles them again
  bool long_epilogues = false;  // several point functions with other images behind a filter
  bool strips = false;          // several units, of which none reads all of its inputs for a part of its outputs
};

// A definition on inputs of known types.
struct Typed {
  DefinitionPtr definition;
  std::vector<ValueType> types;  // of all values
  Arrangement apart;             // each node by itself
};

// Returns the work of an op with the call's accuracy and alpha where it knows them; `own_alpha`: that is not the
// call's.
Work with_known_options(const op::OpPtr& op, Work work, bool own_alpha = false);

// Throws what the ops throw, with a mark below the node.
Typed typed(DefinitionPtr definition, const Work& work);

// Returns where an output lies in the first input. Inputs of one size lie over one another.
Placement placement_of(const Typed& typed, std::size_t output);

// All arrangements: with point ops in the launches of the filters before them, with point ops that share their own, and
// apart, of which the first one runs untuned where none is known to be faster, and then those of filters, see
// fusion.cpp.
std::vector<Arrangement> arrangements_of(const Typed& typed, const Work& work);

}  // namespace lenslet::pipeline
