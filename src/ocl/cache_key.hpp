// What a compiled program depends on, all of it, as one text: programs with equal keys are interchangeable.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <lenslet/device.hpp>

namespace lenslet::ocl {

// The variables of `environment` ("NAME=value", ended by a null pointer) that can change generated code, sorted.
std::vector<std::string> code_environment(const char* const* environment);

// Documented in docs/formats.md.
std::string cache_key(const DeviceInfo& device, std::string_view source, std::string_view options,
                      const std::vector<std::string>& environment);

}  // namespace lenslet::ocl
