// An op of the stencil family as its folder describes it: its text, and its stencil for given arguments.
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

  // Makes the stencil. It gets the input's pixel type, since some defaults depend on it. Throws invalid_argument for
  // arguments that do not go together.
  std::function<stencil::Stencil(const Arguments&, PixelType)> stencil;

  // Arguments that together reach every path of the op, for verification and tests. The first are the benchmark's.
  std::vector<std::map<std::string, Value>> samples;

  // The op as a point function with the same bits, so that pipelines can put it into the launch of another op. Absent:
  // it is no point function.
  std::function<point::Function(const Arguments&, const std::vector<PixelFormat>&)> point = {};

  // Further arguments, for windows on one side of the centre and windows of one pixel, one row or one column. With
  // images no larger than the windows' reach, they show errors that `samples` do not.
  std::vector<std::map<std::string, Value>> reaching = {};

  // For window ops: whether results are means of pixels, so that alpha can weight colours. For an op of one mask, the
  // mask tells it.
  bool averages = false;

  operator op::Op() const;  // the op as the registry has it
};

// Returns the filter of an op of the registry. Throws invalid_argument for an op of another family.
const Filter& filter_of(const op::Op& op);

// Makes the problem of a filter's call on images of a format. Throws invalid_argument for the call of another op, and
// for wrong arguments and values.
stencil::Problem stencil_problem(const Filter& filter, const Call& call, PixelFormat input, const OpOptions& options);

// Returns the cases that prove a filter on a device.
std::vector<VerifyCase> filter_cases(const Filter& filter, const DeviceInfo& device, int effort);

// Returns the cases that prove the programs of a first call.
std::vector<VerifyCase> first_call_cases(const Filter& filter, const DeviceInfo& device, int effort);

}  // namespace lenslet::ops
