// Adds programs of a session to a bundle.
#pragma once

#include <lenslet/bundle.hpp>

#include "ocl/program.hpp"

#pragma GCC visibility push(default)
namespace lenslet {

// What a device's compiler made of a program.
struct Compiled {
  ocl::Binary binary;
  std::string log;
};

// Adds a compiled program, also as SPIR-V where the options say so. Returns its index, and notes why there is no
// SPIR-V. Throws unsupported where the device gave no binary.
std::size_t add_compiled(Bundle& bundle, const Session& session, const BundleProgram& program, Compiled compiled,
                         const CompileOptions& options, std::vector<std::string>& notes);

// Adds an entry of a program for the session's device.
void add_for_device(Bundle& bundle, const Session& session, BundleKind kind, std::size_t program,
                    std::vector<unsigned char> bytes);

}  // namespace lenslet
#pragma GCC visibility pop
