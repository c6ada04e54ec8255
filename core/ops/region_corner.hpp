// Arguments that tell a kernel where the region lies in the whole result, and where the held part lies in the source.
#pragma once

#include <cstdint>

#include "op/graph.hpp"

namespace lenslet::ops {

using RectSide = std::int64_t Rect::*;

inline op::ScalarOfLaunch of_region(RectSide side) {
  return [side](const op::Graph& bound) { return static_cast<std::int32_t>(bound.region().*side); };
}

inline op::ScalarOfLaunch of_held(RectSide side) {
  return [side](const op::Graph& bound) { return static_cast<std::int32_t>(bound.held_of(op::Graph::input(0)).*side); };
}

}  // namespace lenslet::ops
