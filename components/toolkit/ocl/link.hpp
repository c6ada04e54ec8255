// Programs of sources that are compiled separately.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "ocl/program.hpp"

namespace lenslet::ocl {

struct Header {
  std::string name;  // in the form of #include
  std::string text;
};

// Compiles without linking. Throws build with the compiler's log, also after a time-out.
Program compile_apart(const Queue& queue, const BuildRequest& request, const std::vector<Header>& headers);

// Links compiled objects into a program, or with -create-library into an object that can be linked again. Throws build
// with the linker's log, also after a time-out.
Program link(const Queue& queue, const std::vector<Program>& objects, const std::string& options,
             std::chrono::milliseconds timeout);

}  // namespace lenslet::ocl
