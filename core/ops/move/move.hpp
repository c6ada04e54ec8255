// Ops that move pixels and change none: each pixel of the result is one of the source.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

// Where the pixels of a result come from: the part of the source, and the order in which its rows and columns are read.
struct Move {
  Rect part;                   // of the source
  bool turned = false;         // columns of the result are rows of the source
  bool right_to_left = false;  // reads the source's rows so
  bool bottom_up = false;      // reads the source's columns so

  Size size() const { return turned ? Size{part.height, part.width} : part.size(); }
  bool operator==(const Move&) const = default;
};

// A pixel of the source.
struct SourcePixel {
  std::int64_t x, y;
};

// Returns the place in the source of the result's pixel (x, y).
SourcePixel place_of(const Move& move, std::int64_t x, std::int64_t y);

// Returns the place of the whole result in the source.
Placement placement_of(const Move& move);

// Returns what the arguments mean for a source of this size. Throws invalid_argument for impossible ones.
using MoveOf = Move (*)(const op::Arguments& arguments, Size source);

// Makes the op, which is proved with the arguments `proved`. The info lacks only inputs and outputs.
op::Op move_op(OpInfo info, MoveOf move_of, const std::vector<std::map<std::string, Value>>& proved);

op::Dimensions move_space(const Move& move);
DimensionSchedule move_initial(const op::Instance& problem, const Move& move, const DeviceInfo& device);
std::optional<Exclusion> move_rule(const op::Instance& problem, const Move& move, const DeviceInfo& device,
                                   const DimensionSchedule& schedule);

op::Graph move_make(const op::Instance& problem, const Move& move, const DimensionSchedule& schedule,
                    const op::Maker& maker);

// Compares with a plain loop, byte by byte.
std::optional<std::string> move_mismatch(const Move& move, const op::HostValues& in, const op::HostValues& out);
std::vector<op::Case> move_cases(const std::string& op, const std::vector<std::map<std::string, Value>>& proved,
                                 int effort);

}  // namespace lenslet::ops
