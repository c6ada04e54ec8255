// A point op as its folder makes it: its description, and its function for given arguments and formats.
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
#include "point/any_type.hpp"
#include "point/function.hpp"

namespace lenslet::point {

// Arguments, and the formats of the inputs where these are not all the same.
struct Sample {
  std::map<std::string, Value> arguments = {};
  std::vector<PixelFormat> inputs = {};
};

struct PointOp {
  OpInfo info;  // its inputs are made by images(): they are read at the same place

  // Throws invalid_argument for arguments and formats that do not fit together, see refuse().
  std::function<Function(const op::Arguments&, const std::vector<PixelFormat>&)> make;

  // Arguments that together reach every path, for verification and tests. Benchmarks take the first.
  std::vector<Sample> samples = {{}};

  std::function<std::vector<std::string>(const op::Arguments&)> inputs = {};  // as op::Op::inputs
  double peak = 100;  // floats of the cases lie between -peak and peak

  // Makes the function for inputs of which one has another type than those of filter_types. Absent: the op's inputs
  // name none. `any_samples` are proved with them; empty: `samples`.
  std::function<AnyFunction(const op::Arguments&, const std::vector<PixelFormat>&)> any = {};
  std::vector<Sample> any_samples = {};

  operator op::Op() const;  // for the registry
};

// Returns operands that are images. Each pixel of the result reads the pixel at its own place.
std::vector<Operand> images(const std::vector<std::string>& names,
                            const std::vector<SampleType>& types = usual_types(ValueKind::image));

// All types of samples, and those of integers.
std::vector<SampleType> all_types();
std::vector<SampleType> all_integers();

// Throws invalid_argument for images of several sizes.
void check_sizes(const std::string& op, const op::Types& inputs);

// Throws invalid_argument: "NAME: u8 x 3, u16 x 1; allowed: ALLOWED".
[[noreturn]] void refuse(std::string_view op, const std::vector<PixelFormat>& formats, std::string_view allowed);

// Throws for formats that are not all the same.
void check_alike(std::string_view op, const std::vector<PixelFormat>& formats);

// Throws unless the format has three channels besides alpha.
void check_colours(std::string_view op, const PixelFormat& format);

// Returns samples without arguments for ops of three colours. Each has the next of `types`, and half of them have
// alpha.
std::vector<Sample> of_colours(const std::vector<SampleType>& types);

// The intervals of results in f32. exactly() is for exact numbers. within() is for a result of at most `roundings`
// roundings, each of a number up to `magnitude`. Where numbers of that magnitude overflow f32, any value is right.
op::Range exactly(double value);
op::Range within(double value, double magnitude, int roundings);

}  // namespace lenslet::point
