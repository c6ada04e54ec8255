// The tool without MPI: where it is one of several ranks, lenslet-mpi takes its place.
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <lenslet/error.hpp>
#include <thread>

#include "cli/ranks/environment.hpp"
#include "cli/ranks/ranks.hpp"
#include "cli/terminal/captured_errors.hpp"
#include "cli/terminal/exit.hpp"
#include "system/own_program.hpp"

namespace lenslet::cli {
namespace {

// The first rank that ends by itself has mpirun end all: the one that says why comes first.
[[noreturn]] void fail(const StartedRanks& started, const std::string& message) {
  if (started.rank > 0) {
    std::this_thread::sleep_for(std::chrono::seconds(2));
    ::_exit(exit_failed);
  }
  throw Error(ErrorKind::unsupported, message);
}

}  // namespace

std::unique_ptr<Ranks> join_ranks(char** arguments) {
  const StartedRanks started = started_ranks();
  if (started.count == 1) return nullptr;
  const system::OwnProgram tool = system::find_own_program("lenslet-mpi", "LENSLET_MPI_TOOL");
  if (tool.path.empty())
    fail(started,
         fmt::format("{0} is {1}, but the tool for several ranks is missing: {2}; it is built where CMake finds "
                     "MPI (libopenmpi-dev). LENSLET_MPI=off lets each rank work by itself",
                     started.starter, started.count, tool.problem));
  ::dup2(terminal_errors(), STDERR_FILENO);
  ::execv(tool.path.c_str(), arguments);
  fail(started, fmt::format("'{}' cannot be run: {}", tool.path.string(), std::strerror(errno)));
}

}  // namespace lenslet::cli
