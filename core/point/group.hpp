// A group of point functions on inputs and on earlier values. One launch computes all of them, with the same bits as
// one function after the other.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <lenslet/device.hpp>

#include "op/graph.hpp"
#include "op/op.hpp"
#include "point/function.hpp"

namespace lenslet::point {

// Values are numbered: first the inputs, then the values of each node.
struct Node {
  Function function;
  std::vector<std::size_t> inputs;
};

struct Group {
  std::vector<PixelFormat> inputs;
  std::vector<Node> nodes;
  std::vector<std::size_t> outputs;  // numbers of values: no inputs, and none twice
};

// Returns the group of a single function.
Group single(Function function, std::vector<PixelFormat> inputs);

// Returns the formats of all values.
std::vector<PixelFormat> formats_of(const Group& group);

// Tells whether any function needs the place of its pixels.
bool needs_place(const Group& group);

// Tells whether each output sample depends only on the samples at its place, and on whether they are alpha.
bool is_of_lanes(const Group& group);

// Tells whether nothing depends on the place of a pixel or on its channels. Rows can then be treated as samples.
bool is_of_samples(const Group& group);

// Tells whether the result is a u8 function of one u8 sample: a table of 256 entries contains all of it.
bool is_of_bytes(const Group& group);

// Adds the launch to a graph. It reads and writes inputs (as Graph::of_region() sees them), outputs, and scratch
// memory, which has the region's pixels without gaps.
void add_launch(op::Graph& graph, const Group& group, const DimensionSchedule& schedule, const op::Maker& maker,
                const std::vector<op::GraphValue>& inputs, const std::vector<op::GraphValue>& outputs);

// Makes a graph of only this launch, on an op's inputs and outputs.
op::Graph make_graph(const Group& group, const DimensionSchedule& schedule, const op::Maker& maker);

}  // namespace lenslet::point
