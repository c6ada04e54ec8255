// The codes of symbols: the standard's, or made for each image of what its symbols are.
#pragma once

#include "jpeg/encode_graph.hpp"

namespace lenslet::codec {

// Returns the value with the codes: DC's and AC's of luminance, then of chrominance, 256 each; with
// Jpeg::optimize so many for each image, and stages that make them. Where a group is a work-item, what
// jpeg_code_mcus.cl looks up of near values is behind them.
op::GraphValue add_tables(op::Graph& graph, const op::Maker& maker, EncodeCall& call, op::GraphValue scans,
                          op::GraphValue coefficients, ocl::Range group);

// The value with the standard's codes.
op::GraphValue add_standard_tables(op::Graph& graph, const EncodeCall& call, ocl::Range group);

// What all images are coded with where no tables are made for them.
CodingTables standard_tables(const EncodeCall& call);

}  // namespace lenslet::codec
