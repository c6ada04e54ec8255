// Writes all that a compiled program depends on as one text: programs with equal keys are interchangeable.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/device.hpp>

namespace lenslet::ocl {

// Returns the variables of `environment` ("NAME=value", ended by a null pointer) that can change generated code,
// sorted.
std::vector<std::string> code_environment(const char* const* environment);

// Returns what a key says of library, device, driver and environment: the front of cache_key().
std::string target_key(const DeviceInfo& device, const std::vector<std::string>& environment);
std::string target_key(const DeviceInfo& device);  // in this process's environment

struct KeyPart {
  std::string_view name, value;
  bool operator==(const KeyPart&) const = default;
};

// Reads a key; nothing where it is none.
std::optional<std::vector<KeyPart>> parts_of(std::string_view key);

// Returns the key that docs/formats.md describes.
std::string cache_key(const DeviceInfo& device, std::string_view source, std::string_view options,
                      const std::vector<std::string>& environment);

}  // namespace lenslet::ocl
