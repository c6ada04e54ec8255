// The key of a compiled program. A part too many costs a needless build; a part too few gives a wrong program.
#include "ocl/cache_key.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <span>

#include <fmt/format.h>
#include <unistd.h>

#include <lenslet/version.hpp>

namespace lenslet::ocl {
namespace {

// The prefixes are ordered by whose compiler reads them. Intel's NEO reads debug keys without a prefix, but only where
// NEOReadDebugKeys is set.
constexpr std::string_view prefixes[] = {
    "POCL_",                                                  // PoCL: work-group method, vectoriser, LLVM options
    "CL_CONFIG_",                                             // Intel's CPU runtime: vectoriser, target
    "IGC_",       "NEO",      "INTEL_", "IRIS_",              // Intel's GPU compiler, compute runtime and Mesa drivers
    "RUSTICL_",   "CLOVER_",  "MESA_",  "NIR_",  "GALLIUM_",  // Mesa: features, device overrides, extra build options
    "LP_",        "GALLIVM_",                                 // llvmpipe: vector width, code generation
    "AMD_",       "GPU_",     "HSA_",   "ROC_",  "R600_",    "RADEON",  // AMD: build options, wave size, debug switches
    "CUDA_",      "NV_",                                                // NVIDIA: just-in-time compilation
    "OCLGRIND_",                                                        // Oclgrind: build options, optimisation
};

// These say where caches and logs lie, where threads run or which devices are shown, and often differ between runs.
constexpr std::string_view harmless[] = {
    "POCL_CACHE_DIR=",    "POCL_DEBUG=",         "RUSTICL_ENABLE=", "MESA_SHADER_CACHE_", "CUDA_VISIBLE_DEVICES=",
    "CUDA_DEVICE_ORDER=", "GPU_DEVICE_ORDINAL=", "CUDA_CACHE_",     "POCL_AFFINITY=",
};

bool starts_with_any(std::string_view variable, std::span<const std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view beginning) { return variable.starts_with(beginning); });
}

// The length comes first, so that no value can look like the next part.
void append(std::string& key, std::string_view name, std::string_view value) {
  fmt::format_to(std::back_inserter(key), "{} {}\n{}\n", name, value.size(), value);
}

}  // namespace

std::vector<std::string> code_environment(const char* const* environment) {
  std::vector<std::string> result;
  for (; environment != nullptr && *environment != nullptr; ++environment)
    if (starts_with_any(*environment, prefixes) && !starts_with_any(*environment, harmless))
      result.emplace_back(*environment);
  std::sort(result.begin(), result.end());
  return result;
}

std::string target_key(const DeviceInfo& device, const std::vector<std::string>& environment) {
  std::string key;
  append(key, "lenslet", version);
  append(key, "platform", device.platform);
  append(key, "platform_version", device.platform_version);
  append(key, "vendor", device.vendor);
  append(key, "device", device.name);
  append(key, "device_version", device.version);
  append(key, "language_version", device.language_version);
  append(key, "driver", device.driver);
  for (const std::string& variable : environment) append(key, "environment", variable);
  return key;
}

std::string target_key(const DeviceInfo& device) {
  return target_key(device, code_environment(environ));
}

std::optional<std::vector<KeyPart>> parts_of(std::string_view key) {
  std::vector<KeyPart> parts;
  while (!key.empty()) {
    const std::size_t space = key.find(' '), line = key.find('\n');
    if (space >= line || line == key.npos) return {};
    const std::string_view digits = key.substr(space + 1, line - space - 1);
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
    const std::string_view rest = key.substr(line + 1);
    if (error != std::errc() || end != digits.data() + digits.size() || size >= rest.size() || rest[size] != '\n')
      return {};
    parts.push_back({key.substr(0, space), rest.substr(0, size)});
    key = rest.substr(size + 1);
  }
  return parts;
}

std::string cache_key(const DeviceInfo& device, std::string_view source, std::string_view options,
                      const std::vector<std::string>& environment) {
  std::string key = target_key(device, environment);
  append(key, "options", options);
  append(key, "source", source);
  return key;
}

}  // namespace lenslet::ocl
