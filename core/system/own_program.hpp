// Finds programs that belong to this one.
#pragma once

#include <filesystem>
#include <string>

#pragma GCC visibility push(default)
namespace lenslet::system {

struct OwnProgram {
  std::filesystem::path path = {};  // empty where it is missing
  std::string problem = {};         // where `path` is empty: the places that were tried, or what the variable says
};

// Returns the program that the environment's `variable` names. Without it, looks beside the file that the library was
// loaded from, a shared library or a module of Python, and in libexec beside its folder; the same for the running
// program; then in the installation's libexec.
OwnProgram find_own_program(const std::string& name, const char* variable);

}  // namespace lenslet::system
#pragma GCC visibility pop
