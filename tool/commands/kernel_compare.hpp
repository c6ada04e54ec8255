// lenslet kernel --compare: kernels that do the same work, launched in turns.
#pragma once

#include <CLI/CLI.hpp>

#include "tool/components/component.hpp"

namespace lenslet::cli {

// Runs the command and returns its exit status.
using CompareKernels = int(const CLI::App& app);

inline constinit Component<CompareKernels> kernel_comparison{
    {"lenslet::studies", "kernels that are compared", "LENSLET_STUDIES"}};

}  // namespace lenslet::cli
