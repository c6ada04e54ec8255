// Point ops that are planned as one problem.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "op/problem.hpp"
#include "point/group.hpp"

namespace lenslet::pipeline {

struct PointUnit {
  std::string name;  // for people: "threshold + invert"
  point::Group group;
  std::vector<ValueType> inputs, outputs;
};

// Returns the group as a problem. It has no reference: pipelines are proved by their nodes.
op::ProblemPtr make_point_problem(PointUnit unit, const OpOptions& options);

// Returns the group as point functions behind another op, whose results are the group's input `result`. The other
// inputs are read beside them. Absent where the group makes several images, works with f16, or needs a pixel's place or
// all of its channels.
std::optional<op::Epilogue> epilogue_of(const PointUnit& unit, std::size_t result);

// Returns the group as point functions in front of another op. Absent where epilogue_of() is absent, where the group
// has several inputs, or where it keeps alpha.
std::optional<op::Prologue> prologue_of(const PointUnit& unit);

// Returns the function of a node that is a point op, from its problem and its op.
std::optional<point::Function> point_function(const op::ProblemPtr& problem, const op::Op& op);

}  // namespace lenslet::pipeline
