// Which cases prove an op of arrays.
#pragma once

#include <string_view>
#include <vector>

#include <lenslet/verify.hpp>

namespace lenslet {

std::vector<VerifyCase> array_cases(const DeviceInfo& device, std::string_view op, int effort);

}  // namespace lenslet
