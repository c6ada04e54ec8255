// The codes of symbols: the standard's, or those made for an image's own symbols.
#pragma once

#include "jpeg/encode_graph.hpp"

#pragma GCC visibility push(default)
namespace lenslet::codec {

// Returns the value with the codes: those of DC and AC for luminance, then for chrominance, 256 each. With
// Jpeg::optimize each image has its own codes, and stages make them. For groups of one work-item the near values of
// jpeg_code_mcus.cl follow.
op::GraphValue add_tables(op::Graph& graph, const op::Maker& maker, EncodeCall& call, op::GraphValue scans,
                          op::GraphValue coefficients, ocl::Range group);

// Returns the value with the standard's codes.
op::GraphValue add_standard_tables(op::Graph& graph, const EncodeCall& call, ocl::Range group);

// Returns the tables that code all images for which no tables are made.
CodingTables standard_tables(const EncodeCall& call);

}  // namespace lenslet::codec
#pragma GCC visibility pop
