// lenslet itself links no MPI. If it is one of several ranks, lenslet-mpi, the tool with that part, replaces it.
#include <fmt/format.h>
#include <unistd.h>

#include <cstring>

#include "system/own_program.hpp"
#include "tool/ranks/environment.hpp"
#include "tool/ranks/ranks.hpp"
#include "tool/terminal/captured_errors.hpp"

namespace lenslet::cli {

std::unique_ptr<Ranks> join_ranks(char** arguments) {
  const StartedRanks started = started_ranks();
  if (started.count == 1) return nullptr;
  if (mpi_ranks) return mpi_ranks.get()(started);
  const system::OwnProgram tool = system::find_own_program("lenslet-mpi", "LENSLET_MPI_TOOL");
  if (tool.path.empty())
    refuse(
        started, ErrorKind::unsupported,
        fmt::format("{} is {}, but the tool for several ranks is missing: {}; {}. LENSLET_MPI=off lets each rank work "
                    "by itself",
                    started.starter, started.count, tool.problem, how_to_build(mpi_ranks.source())));
  ::dup2(terminal_errors(), STDERR_FILENO);
  ::execv(tool.path.c_str(), arguments);
  refuse(started, ErrorKind::unsupported,
         fmt::format("'{}' cannot be run: {}", tool.path.string(), std::strerror(errno)));
}

}  // namespace lenslet::cli
