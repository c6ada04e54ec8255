// Ops that move pixels and change none: each pixel of the result is one of the source.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

// Where the pixels of a result lie: the part of the source that it shows, and the order in which its rows are read.
struct Move {
  Rect part;                   // of the source
  bool turned = false;         // columns of the result are rows of the source
  bool right_to_left = false;  // the source's rows
  bool bottom_up = false;      // the source's columns

  Size size() const { return turned ? Size{part.height, part.width} : part.size(); }
  bool operator==(const Move&) const = default;
};

// A pixel of the source.
struct SourcePixel {
  std::int64_t x, y;
};

// Returns the place of the result's pixel (x, y).
SourcePixel place_of(const Move& move, std::int64_t x, std::int64_t y);

// Returns the place of the whole result.
Placement placement_of(const Move& move);

// What the arguments mean for an image of this size. Throws invalid_argument for what cannot be.
using MoveOf = Move (*)(const op::Arguments& arguments, Size source);

// Makes the op; it is proved with these arguments. The info lacks inputs and outputs alone.
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
