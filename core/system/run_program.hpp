// Starts other programs without a shell.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#pragma GCC visibility push(default)
namespace lenslet::system {

// Finds a program in the folders of PATH. Empty where it is not there.
std::filesystem::path find_in_path(const std::string& name);

struct ProgramEnd {
  bool ok = false;
  bool in_time = true;
  std::string output = {};  // from both of its outputs
};

// Runs a program to its end, or kills it after `limit`. Its outputs go to a file, and it has no input. Throws Error of
// kind io where it cannot be started.
ProgramEnd run_program(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                       const std::filesystem::path& output, std::chrono::milliseconds limit);

}  // namespace lenslet::system
#pragma GCC visibility pop
