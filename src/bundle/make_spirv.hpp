// SPIR-V of OpenCL C, by two programs of LLVM.
#pragma once

#include <string>
#include <vector>

namespace lenslet::bundle {

// Throws unsupported without the programs, and build, with what they said, where they refuse the source.
std::vector<unsigned char> make_spirv(const std::string& source, const std::string& options, int address_bits);

}  // namespace lenslet::bundle
