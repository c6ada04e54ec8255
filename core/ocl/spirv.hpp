// SPIR-V: programs in a compiled form for devices of any maker that take it.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocl/program.hpp"

#pragma GCC visibility push(default)
namespace lenslet::ocl {

// What the beginning of a module says.
struct SpirvInfo {
  int major = 0, minor = 0;   // version of SPIR-V
  bool kernels = false;       // it declares the capability Kernel; otherwise it is for graphics
  bool entry_points = false;  // it has at least one kernel
  bool opencl_model = false;  // its memory model is OpenCL's
  int address_bits = 0;       // 32 or 64; 0: pointers are not numbers
};

// Throws build, with what is wrong and what is allowed, for bytes that are no SPIR-V.
SpirvInfo spirv_info(std::span<const unsigned char> bytes);

// Returns the versions that a device says it takes: "SPIR-V_1.0 SPIR-V_1.1". Empty where it takes none.
std::string spirv_versions(const Device& device);

// Returns why a device with these versions and addresses cannot run the module. Empty where it can.
std::string spirv_obstacle(const SpirvInfo& module, std::string_view versions, int address_bits);

// Builds a program from SPIR-V. Throws build where the device takes no SPIR-V, refuses this one, or is not done in
// time.
Program build_spirv(const Queue& queue, const Binary& module, const std::string& options,
                    std::chrono::milliseconds timeout);

}  // namespace lenslet::ocl
#pragma GCC visibility pop
