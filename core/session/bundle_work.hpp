// Programs of this session as a bundle keeps them.
#pragma once

#include <lenslet/bundle.hpp>

#include "ocl/program.hpp"

namespace lenslet {

// What a device's compiler made of a program.
struct Compiled {
  ocl::Binary binary;
  std::string log;
};

// Adds a program as it was compiled, with SPIR-V where that is asked for. Returns its place, and notes why there is no
// SPIR-V. Throws unsupported where the device gave no binary.
std::size_t add_compiled(Bundle& bundle, const Session& session, const BundleProgram& program, Compiled compiled,
                         const CompileOptions& options, std::vector<std::string>& notes);

// Adds something of a program for the session's device.
void add_for_device(Bundle& bundle, const Session& session, BundleKind kind, std::size_t program,
                    std::vector<unsigned char> bytes);

}  // namespace lenslet
