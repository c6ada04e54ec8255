// How a pipeline's nodes are put together: one by one, or several of them in the launches of one unit.
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
  std::vector<ValueId> inputs, outputs;  // outputs: values that other units or the caller read
  std::size_t planned = 1;  // number of nodes, from the first on, whose own schedules follow from the unit's
};

// The name of the arrangement where point ops share launches of their own.
inline constexpr char points_alone[] = "points";
inline constexpr char filters_in_windows[] = "windows";

struct Arrangement {
  std::string name;  // "fused", "apart", ..., the first word of a schedule
  std::vector<Unit> units;
  // The numbers of some ops are in the code of others: another number compiles these again.
  bool literal = false;
  bool long_epilogues = false;  // a filter has several point functions with other images behind it
  bool strips = false;          // there are several units, and none reads whole inputs for a part of its outputs
};

// A definition on inputs of known types.
struct Typed {
  DefinitionPtr definition;
  std::vector<ValueType> types;  // of all values
  Arrangement apart;             // each node by itself
};

// Which options of a node's work are its own, and not the call's.
struct Own {
  bool alpha = false, border = false;
};

// Returns the work without the accuracy, alpha and border that its op does not know and that are not its own.
Work with_known_options(const op::OpPtr& op, Work work, Own own = {});

// Throws what the ops throw, with a mark below the node. For an op that has a name of its own, and is a pipeline only
// inside, the message is that op's.
Typed typed(DefinitionPtr definition, const Work& work, const std::string& name);

// Returns where an output lies in the first input. Inputs of one size are assumed to lie on each other.
Placement placement_of(const Typed& typed, std::size_t output);

// Returns all arrangements. First with point ops in the launches of the filters before them, then with point ops that
// share launches of their own, then apart, then those with merged filters, see fusion.cpp. The first one runs untuned
// unless another is known to be faster.
std::vector<Arrangement> arrangements_of(const Typed& typed, const Work& work);

}  // namespace lenslet::pipeline
