// Pipelines with ops that see all of an image, made to be computed in parts.
#pragma once

#include <optional>

#include "pipeline/arrangement.hpp"

namespace lenslet::pipeline {

// The step for the first node that needs one: its image is what the nodes before it make, and the counts make it
// another node. Nothing where no node does.
std::optional<op::Merging> merging_of(const Typed& typed, const Work& work);

}  // namespace lenslet::pipeline
