// The stages that begin with pixels, image after image.
#pragma once

#include "jpeg/encode_graph.hpp"

namespace lenslet::codec {

// Sets a kernel's arguments from this one on; returns the number of the next one.
template <class... Arguments>
unsigned set_from(unsigned index, ocl::Kernel& kernel, const Arguments&... arguments) {
  (kernel.set(index++, arguments), ...);
  return index;
}

// Pixels to quantised coefficients. `coefficients` has each block's in zig-zag order; other than in frame.hpp.
void add_pixel_stage(op::Graph& graph, const op::Maker& maker, EncodeCall& call, op::GraphValue scans,
                     op::GraphValue coefficients);

// Pixels to chunks of code by the standard's tables `codes`, for groups of one work-item: `words` and `lengths` are as
// the entropy stage makes them.
void add_pixels_to_code_stage(op::Graph& graph, const op::Maker& maker, EncodeCall& call, op::GraphValue scans,
                              op::GraphValue codes, op::GraphValue words, op::GraphValue lengths);

}  // namespace lenslet::codec
