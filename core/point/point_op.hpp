// An op of the family as its folder makes it: what it says of itself, and its function for given arguments and formats.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/op.hpp>
#include <lenslet/pixel.hpp>

#include "op/op.hpp"
#include "point/function.hpp"

namespace lenslet::point {

// Arguments, and the formats of the inputs where the op does not take all alike.
struct Sample {
  std::map<std::string, Value> arguments = {};
  std::vector<PixelFormat> inputs = {};
};

struct PointOp {
  OpInfo info;  // its inputs are read at the same place, as `image` and `images()` say

  // Throws invalid_argument for arguments and formats that do not go together, see allow().
  std::function<Function(const op::Arguments&, const std::vector<PixelFormat>&)> make;

  // What together reaches every path, for verification and tests; the first is the benchmark's.
  std::vector<Sample> samples = {{}};

  std::function<std::vector<std::string>(const op::Arguments&)> inputs = {};  // as an op::Op has it
  double peak = 100;  // floats of the cases lie from minus this to this

  operator op::Op() const;  // as the registry has it
};

// Inputs of images of which each pixel is read for the result's at its place.
std::vector<Operand> images(const std::vector<std::string>& names);

// Throws invalid_argument: "NAME: u8 x 3, u16 x 1; allowed: ALLOWED".
[[noreturn]] void refuse(std::string_view op, const std::vector<PixelFormat>& formats, std::string_view allowed);

// Refuses formats that are not all the same.
void check_alike(std::string_view op, const std::vector<PixelFormat>& formats);

// Refuses what has not three channels, beside alpha.
void check_colours(std::string_view op, const PixelFormat& format);

// Samples without arguments for ops of three colours: of these types in turns, half of them with alpha.
std::vector<Sample> of_colours(const std::vector<PixelType>& types);

// Results of f32 arithmetic: a number that is exact, and one that so many roundings of numbers up to `magnitude` may
// have reached; where numbers of that magnitude overflow f32 on the way, any value.
op::Range exactly(double value);
op::Range within(double value, double magnitude, int roundings);

}  // namespace lenslet::point
