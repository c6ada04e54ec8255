// Which rectangle of each value is needed for a region of a pipeline's outputs.
#pragma once

#include <memory>
#include <vector>

#include "op/problem.hpp"
#include "pipeline/arrangement.hpp"

namespace lenslet::pipeline {

// Returns the smallest rectangle that contains both. Either may be empty.
Rect cover(const Rect& a, const Rect& b);

struct Needs {
  std::vector<Size> wholes;      // for each value that is an image
  std::vector<Rect> rectangles;  // empty for arrays, and for values that nobody needs
  std::vector<Rect> wanted;      // for each output that is an image: the part that the caller gets
};

// Tells whether a region is the same rectangle of each output.
bool has_one_region(const Typed& typed);

// `computations` are the units' computations, in order. Outputs without a common region are wanted whole, whatever
// `region` is.
Needs needs_of(const Typed& typed, const Arrangement& arrangement,
               const std::vector<std::unique_ptr<op::Computation>>& computations, const Rect& region, Size whole);

}  // namespace lenslet::pipeline
