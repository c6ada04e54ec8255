// What a program and a kernel hold.
#pragma once

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
  std::string source;
  std::string options;
  double build_ms = 0;
  CacheUse cache = CacheUse::off;
  NamedArguments arguments = {};  // of kernels of which the driver does not tell them
  std::string log = {};           // where the driver has forgotten it
};

const Program::State& state_of(const Program& program);

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
