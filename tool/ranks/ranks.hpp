// Several processes of the tool that compute one result together, as mpirun starts them: what the rest of the tool uses
// of them. lenslet-mpi has that part (mpi.cpp). lenslet runs lenslet-mpi in its own place (ranks.cpp).
#pragma once

#include <exception>
#include <memory>
#include <string>

#include <lenslet/strip_group.hpp>

#include "tool/components/component.hpp"
#include "tool/ranks/environment.hpp"

namespace lenslet::cli {

class Ranks {
 public:
  virtual ~Ranks() = default;
  int rank() { return group().rank(); }
  int count() { return group().count(); }

  virtual StripGroup& group() = 0;                                    // of all ranks, for run_rows()
  virtual std::string device(const std::string& selector) const = 0;  // of this rank's own device

  // Called once as the tool ends, with its failure. Returns whether this rank reports it.
  virtual bool leave(const std::exception* failure) = 0;

  // Ends the ranks that wait for this one, which has failed. Returns when all have ended their work.
  virtual void end(int status) = 0;
};

using JoinRanks = std::unique_ptr<Ranks>(const StartedRanks& started);

inline constinit Component<JoinRanks> mpi_ranks{
    {"lenslet-mpi", "several processes", "LENSLET_MPI", "MPI (libopenmpi-dev openmpi-bin)"}};

// Finds the other ranks; null for a single process. Throws unsupported if several were started and lenslet-mpi is
// missing.
std::unique_ptr<Ranks> join_ranks(char** arguments);

// The ranks of this process, which main() joins; null for a single process.
Ranks* ranks();
void set_ranks(Ranks* joined);

// Whether this process reports and writes the result.
bool is_first_rank();

// Returns a selector of the device for this rank, chosen as by mpi::Ranks::device().
std::string device_for_rank(const std::string& selector);

}  // namespace lenslet::cli
