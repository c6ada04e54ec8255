// Ops of the stencil family: their folders say how the stencil is made, and this family makes the problems of calls.
#pragma once

#include <functional>
#include <vector>

#include <lenslet/op.hpp>
#include <lenslet/pixel.hpp>

#include "op/op.hpp"
#include "stencil/problem.hpp"
#include "stencil/stencil.hpp"

namespace lenslet::ops {

// The op as the registry has it. See op::Op for the members.
op::Op filter_op(OpInfo info, std::function<stencil::Stencil(const Arguments&, SampleType)> stencil,
                 std::vector<ArgumentMap> samples, std::vector<ArgumentMap> reaching = {});

// Makes the stencil's problem of a call on images of a format. Throws invalid_argument for an op of another family, for
// the call of another op, and for wrong arguments and values.
stencil::Problem stencil_problem(const op::Op& op, const Call& call, PixelFormat input, const OpOptions& options);

// Returns the cases that prove a filter on a device.
std::vector<VerifyCase> filter_cases(const op::Op& op, const DeviceInfo& device, int effort);

// Returns the cases that prove the programs of a first call.
std::vector<VerifyCase> first_call_cases(const op::Op& op, const DeviceInfo& device, int effort);

}  // namespace lenslet::ops
