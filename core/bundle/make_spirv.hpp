// Makes SPIR-V from OpenCL C, by two programs of LLVM.
#pragma once

#include <chrono>
#include <vector>

#include <lenslet/bundle.hpp>

namespace lenslet::bundle {

// Throws unsupported without the two programs. Throws build, with their message, where they refuse the source, and
// where one of them takes longer than `timeout`.
std::vector<unsigned char> make_spirv(const BundleProgram& program, int address_bits,
                                      std::chrono::milliseconds timeout);

}  // namespace lenslet::bundle
