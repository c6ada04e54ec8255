// The stage from pixels to quantised coefficients, image after image.
#pragma once

#include "codec/encode_graph.hpp"

namespace lenslet::codec {

// Sets a kernel's arguments, from the first one on.
template <class... Arguments>
void set_all(ocl::Kernel& kernel, const Arguments&... arguments) {
  unsigned index = 0;
  (kernel.set(index++, arguments), ...);
}

// `coefficients` has each block's in zig-zag order; other than in frame.hpp.
void add_pixel_stage(op::Graph& graph, const op::Maker& maker, EncodeCall& call, op::GraphValue scans,
                     op::GraphValue coefficients);

}  // namespace lenslet::codec
