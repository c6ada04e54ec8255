// Programs of this session as a bundle keeps them.
#pragma once

#include <lenslet/bundle.hpp>

#include "ocl/program.hpp"

namespace lenslet {

// Adds a program that was built: its binary, its log, and SPIR-V where that is asked for. Returns its place, and notes
// why there is no SPIR-V.
std::size_t add_compiled(Bundle& bundle, const Session& session, const BundleProgram& program,
                         const ocl::Program& built, const CompileOptions& options, std::vector<std::string>& notes);

// Adds something of a program for the session's device.
void add_for_device(Bundle& bundle, const Session& session, BundleKind kind, std::size_t program,
                    std::vector<unsigned char> bytes);

}  // namespace lenslet
