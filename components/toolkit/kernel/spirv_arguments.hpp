// The arguments of a SPIR-V module's kernels. Drivers tell nothing of them.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lenslet/kernel_info.hpp>

namespace lenslet::kernel {

// Returns each kernel's name with its arguments. SPIR-V has integers without a sign: a number is "int|uint" where the
// module does not tell. An argument without a name is "arg0", "arg1" by its place. A kernel has no arguments here if
// one is of a type that this reader does not know. Throws as read_spirv() does.
std::vector<std::pair<std::string, std::vector<ArgumentInfo>>> spirv_arguments(std::span<const unsigned char> bytes);

}  // namespace lenslet::kernel
