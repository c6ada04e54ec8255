// The stages that begin with pixels, image by image.
#pragma once

#include "jpeg/encode_graph.hpp"

namespace lenslet::codec {

// Sets a kernel's arguments from this number on; returns the next number.
template <class... Arguments>
unsigned set_from(unsigned index, ocl::Kernel& kernel, const Arguments&... arguments) {
  (kernel.set(index++, arguments), ...);
  return index;
}

// Makes quantised coefficients of pixels. In `coefficients` each block is in zig-zag order, unlike in frame.hpp.
void add_pixel_stage(op::Graph& graph, const op::Maker& maker, EncodeCall& call, op::GraphValue scans,
                     op::GraphValue coefficients);

// Makes chunks of code of pixels by the standard's tables `codes`, for groups of one work-item. `words` and `lengths`
// are the same as in the entropy stage.
void add_pixels_to_code_stage(op::Graph& graph, const op::Maker& maker, EncodeCall& call, op::GraphValue scans,
                              op::GraphValue codes, op::GraphValue words, op::GraphValue lengths);

}  // namespace lenslet::codec
