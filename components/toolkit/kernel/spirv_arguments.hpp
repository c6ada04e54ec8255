// The arguments of a SPIR-V module's kernels. Drivers tell nothing of them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <lenslet/kernel_info.hpp>

#include "toolkit/kernel/spirv_module.hpp"

namespace lenslet::kernel {

// Returns each kernel's name with its arguments. SPIR-V has integers without a sign: a number is "int|uint" where the
// module does not tell. An argument without a name is "arg0", "arg1" by its place. A kernel has no arguments here if
// one is of a type that this reader does not know. Throws build for a type that is not declared.
using SpirvArguments = std::vector<std::pair<std::string, std::vector<ArgumentInfo>>>;
SpirvArguments spirv_arguments(const SpirvModule& module);

// Returns why launches of the module's kernels have no uneven groups; empty where they may. Some drivers do not refuse
// such a launch of a kernel that was compiled for whole groups, and make the last group whole.
std::string no_uneven_groups(const SpirvModule& module, const std::string& options);

}  // namespace lenslet::kernel
