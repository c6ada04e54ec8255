// SPIR-V: programs that a compiler has parsed already, for devices of any maker that take them.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocl/program.hpp"

namespace lenslet::ocl {

// What the front of a module says of it.
struct SpirvInfo {
  int major = 0, minor = 0;   // of SPIR-V
  bool kernels = false;       // declares the capability Kernel; else it is for graphics
  bool entry_points = false;  // has a kernel or more
  bool opencl_model = false;  // of memory
  int address_bits = 0;       // 32 or 64; 0: pointers are no numbers
};

// Throws build, with what is wrong and what is allowed, for bytes that are no SPIR-V.
SpirvInfo spirv_info(std::span<const unsigned char> bytes);

// The versions that a device takes, as it says: "SPIR-V_1.0 SPIR-V_1.1"; empty where it takes none.
std::string spirv_versions(const Device& device);

// Says why a device with these versions and addresses cannot have the module; empty where nothing is against it.
std::string spirv_obstacle(const SpirvInfo& module, std::string_view versions, int address_bits);

// Builds a program from SPIR-V. Throws build where the device takes none, or not this, or not within the time.
Program build_spirv(const Queue& queue, const Binary& module, const std::string& options,
                    std::chrono::milliseconds timeout);

}  // namespace lenslet::ocl
