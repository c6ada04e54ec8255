// Comparing what a function made with its reference.
#pragma once

#include <optional>
#include <string>

#include "op/values.hpp"
#include "point/function.hpp"

namespace lenslet::point {

std::optional<std::string> mismatch(const Function& function, const op::HostValues& in, const op::HostValues& out);

}  // namespace lenslet::point
