// The truth of point functions of any type, and images to prove them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "point/any_type.hpp"

namespace lenslet::point {

// Tells whether the function really copies the alpha channel of its first input.
bool keeps_alpha(const AnyFunction& function, const PixelFormat& first);

std::optional<std::string> any_mismatch(const AnyFunction& function, const op::HostValues& in,
                                        const op::HostValues& out);

// A few cases, whose types change from op to op; from effort 2 on each type with each of the op's samples.
std::vector<op::Case> any_cases(const PointOp& op, int effort);

}  // namespace lenslet::point
