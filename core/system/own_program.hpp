// Finds programs that belong to this one.
#pragma once

#include <filesystem>
#include <string>

namespace lenslet::system {

struct OwnProgram {
  std::filesystem::path path = {};  // empty where it is missing
  std::string problem = {};         // then: where it was looked for, or what the variable says
};

// Looks at what the environment's `variable` names; else beside the program that runs, as in a build, in libexec beside
// its folder, and in libexec of the installation.
OwnProgram find_own_program(const std::string& name, const char* variable);

}  // namespace lenslet::system
