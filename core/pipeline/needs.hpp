// Which rectangle of each value a region of a pipeline's outputs needs.
#pragma once

#include <memory>
#include <vector>

#include "op/problem.hpp"
#include "pipeline/arrangement.hpp"

namespace lenslet::pipeline {

// The smallest rectangle that has both, of which either may be empty.
Rect cover(const Rect& a, const Rect& b);

struct Needs {
  std::vector<Size> wholes;      // of each value that is an image
  std::vector<Rect> rectangles;  // empty for values that are arrays, or that nobody needs
  std::vector<Rect> wanted;      // of each output that is an image: what the caller is given of it
};

// Whether a region is the same rectangle of each output.
bool has_one_region(const Typed& typed);

// `computations` are those of the units, in their order.
// Outputs without a common region are wanted whole, whatever the region is.
Needs needs_of(const Typed& typed, const Arrangement& arrangement,
               const std::vector<std::unique_ptr<op::Computation>>& computations, const Rect& region, Size whole);

}  // namespace lenslet::pipeline
