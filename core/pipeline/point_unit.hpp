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

// What the group computes, as a problem. It has no reference: pipelines are proved by their nodes.
op::ProblemPtr make_point_problem(PointUnit unit, const OpOptions& options);

// The group as what another op's results go through before they are stored, which are its input `result`; the other
// inputs lie beside them. Nothing where it makes several images, works with f16, or needs a pixel's place or all of its
// channels.
std::optional<op::Epilogue> epilogue_of(const PointUnit& unit, std::size_t result);

// The group as what samples of another op's input go through when they are loaded. Nothing where epilogue_of() has
// nothing, the group has several inputs, or it keeps alpha.
std::optional<op::Prologue> prologue_of(const PointUnit& unit);

// The function of a node that is a point op, by its problem and its op.
std::optional<point::Function> point_function(const op::ProblemPtr& problem, const op::Op& op);

}  // namespace lenslet::pipeline
