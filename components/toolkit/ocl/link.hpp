// Programs of sources that are compiled apart.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "ocl/program.hpp"

namespace lenslet::ocl {

struct Header {
  std::string name;  // as #include has it
  std::string text;
};

// Compiles without linking. Throws build with the compiler's log, also when the time is over.
Program compile_apart(const Queue& queue, const BuildRequest& request, const std::vector<Header>& headers);

// Links what was compiled apart into a program, or with -create-library into what can be linked again. Throws build
// with the linker's log, also when the time is over.
Program link(const Queue& queue, const std::vector<Program>& objects, const std::string& options,
             std::chrono::milliseconds timeout);

}  // namespace lenslet::ocl
