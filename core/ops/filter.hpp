// An op of the stencil family as its folder makes it: what it says of itself, and what it is for given arguments.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include <lenslet/op.hpp>
#include <lenslet/pixel.hpp>

#include "op/op.hpp"
#include "point/function.hpp"
#include "stencil/problem.hpp"
#include "stencil/stencil.hpp"

namespace lenslet::ops {

struct Filter {
  OpInfo info;

  // Makes the stencil. The input's pixel type is known because some defaults depend on it. Throws invalid_argument for
  // arguments that do not go together.
  std::function<stencil::Stencil(const Arguments&, PixelType)> stencil;

  // Arguments that together reach every path of the op, for verification and tests; the first is the benchmark's.
  std::vector<std::map<std::string, Value>> samples;

  // The op as a point function, for pipelines that put it into the launch of others; with the same bits. Absent: it is
  // none.
  std::function<point::Function(const Arguments&, const std::vector<PixelFormat>&)> point = {};

  // Arguments of windows that no sample has, and of which images no larger than their reach find what is wrong: of one
  // side of the centre, of one place, one row, one column.
  std::vector<std::map<std::string, Value>> reaching = {};

  // Of a window op: its results are means of pixels, so that colours can be weighted by alpha. Those of one mask tell
  // it.
  bool averages = false;

  operator op::Op() const;  // as the registry has it
};

// Returns the filter that an op of the registry was made from. Throws invalid_argument for an op of another family.
const Filter& filter_of(const op::Op& op);

// Makes the problem of a filter's call on images of a format. Throws invalid_argument for another op, argument or
// value.
stencil::Problem stencil_problem(const Filter& filter, const Call& call, PixelFormat input, const OpOptions& options);

// Returns the cases that prove a filter on a device.
std::vector<VerifyCase> filter_cases(const Filter& filter, const DeviceInfo& device, int effort);

// Returns those of them for the programs of a first call.
std::vector<VerifyCase> first_call_cases(const Filter& filter, const DeviceInfo& device, int effort);

}  // namespace lenslet::ops
