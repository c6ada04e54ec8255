// The contents of programs and kernels.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <lenslet/kernel.hpp>

#include "ocl/program.hpp"
#include "session/state.hpp"

namespace lenslet {

using NamedArguments = std::vector<std::pair<std::string, std::vector<ArgumentInfo>>>;  // by the names of their kernels

struct Program::State {
  Session session;
  ocl::Program program;
  std::string source;  // empty if a bundle could not find the program by it; see recipe.hpp for linked programs
  std::string options;
  double build_ms = 0;
  CacheUse cache = CacheUse::off;
  NamedArguments arguments = {};      // of kernels whose arguments the driver does not tell
  std::string log = {};               // if the driver has forgotten it
  bool of_text = false;               // compiled from one text, by these options
  bool built_in = false;              // brought by the device
  std::string no_uneven_groups = {};  // of SPIR-V: why there are none
};

const Program::State& state_of(const Program& program);

// Returns the program with the log and the kernels' arguments from the bundle or the cache. Drivers forget both for
// programs that they do not compile.
Program with_what_was_kept(const std::shared_ptr<Program::State>& state);

// Whether a program's text is all of it. If it includes other files, neither the cache nor a bundle can know their
// contents.
bool is_whole(const std::string& text, const std::string& options);

// The arguments of a program's kernels, as the cache and bundles store them.
std::vector<unsigned char> packed_arguments(const Program& program);

struct Kernel::State {
  State(Session of, KernelInfo known, ocl::Kernel made, bool is_built_in)
      : session(std::move(of)), info(std::move(known)), built_in(is_built_in), kernel(std::move(made)) {}

  Session session;
  KernelInfo info;
  bool built_in;
  mutable std::mutex mutex;  // guards the members below
  mutable ocl::Kernel kernel;
};

}  // namespace lenslet
