// A group of point functions, each of earlier values: one launch computes all of it, with the bits that one function
// after the other would give.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <lenslet/device.hpp>

#include "op/graph.hpp"
#include "op/op.hpp"
#include "point/function.hpp"

namespace lenslet::point {

// Values count from the inputs on; those of each node follow.
struct Node {
  Function function;
  std::vector<std::size_t> inputs;
};

struct Group {
  std::vector<PixelFormat> inputs;
  std::vector<Node> nodes;
  std::vector<std::size_t> outputs;  // none twice, and no input
};

// The group of one function.
Group single(Function function, std::vector<PixelFormat> inputs);

// The formats of all values.
std::vector<PixelFormat> formats_of(const Group& group);

// Whether any function needs to know where its pixels lie.
bool needs_place(const Group& group);

// Whether each sample of its outputs follows from those at its place, and from whether they are alpha.
bool is_of_lanes(const Group& group);

// Whether nothing of it depends on where a pixel or its channels are, so that rows are just samples.
bool is_of_samples(const Group& group);

// Whether its result is a function of one sample of u8 that makes u8: a table of 256 entries holds all of it.
bool is_of_bytes(const Group& group);

// Adds the launch. What it reads and writes are inputs (seen as Graph::of_region), outputs, or scratch memory, which
// holds the region's pixels without gaps.
void add_launch(op::Graph& graph, const Group& group, const DimensionSchedule& schedule, const op::Maker& maker,
                const std::vector<op::GraphValue>& inputs, const std::vector<op::GraphValue>& outputs);

// The same alone, on the inputs and outputs of an op.
op::Graph make_graph(const Group& group, const DimensionSchedule& schedule, const op::Maker& maker);

}  // namespace lenslet::point
