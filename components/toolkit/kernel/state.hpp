// What a program and a kernel hold.
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

using NamedArguments = std::vector<std::pair<std::string, std::vector<ArgumentInfo>>>;  // by their kernels' names

struct Program::State {
  Session session;
  ocl::Program program;
  std::string source;  // empty where a bundle could not find the program by it; see recipe.hpp for linked ones
  std::string options;
  double build_ms = 0;
  CacheUse cache = CacheUse::off;
  NamedArguments arguments = {};  // of kernels of which the driver does not tell them
  std::string log = {};           // where the driver has forgotten it
};

const Program::State& state_of(const Program& program);

// Returns the program with what drivers forget of those that they do not compile, its log and its kernels' arguments,
// as the bundle or the cache has them.
Program with_what_was_kept(const std::shared_ptr<Program::State>& state);

// Whether a program is all that its text says: nobody sees what another file says, so that neither the cache nor a
// bundle may stand for it.
bool is_whole(const std::string& text, const std::string& options);

// The arguments of a program's kernels, as the cache and bundles keep them.
std::vector<unsigned char> packed_arguments(const Program& program);

struct Kernel::State {
  State(Session of, KernelInfo known, ocl::Kernel made)
      : session(std::move(of)), info(std::move(known)), kernel(std::move(made)) {}

  Session session;
  KernelInfo info;
  mutable std::mutex mutex;  // guards what follows
  mutable ocl::Kernel kernel;
};

}  // namespace lenslet
