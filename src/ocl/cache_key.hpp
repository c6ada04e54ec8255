// Writes all that a compiled program depends on as one text: programs with equal keys are interchangeable.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <lenslet/device.hpp>

namespace lenslet::ocl {

// Returns the variables of `environment` ("NAME=value", ended by a null pointer) that can change generated code,
// sorted.
std::vector<std::string> code_environment(const char* const* environment);

// Returns the key that docs/formats.md describes.
std::string cache_key(const DeviceInfo& device, std::string_view source, std::string_view options,
                      const std::vector<std::string>& environment);

}  // namespace lenslet::ocl
