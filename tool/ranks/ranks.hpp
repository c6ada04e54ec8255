// Several processes of the tool that compute one result together, as mpirun starts them: what the rest of the tool asks
// of them. lenslet-mpi has that part (mpi.cpp); lenslet runs that in its own place (join.cpp).
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

  virtual StripGroup& group() = 0;                                    // what they compute is one run of these
  virtual std::string device(const std::string& selector) const = 0;  // a selector of this rank's own device

  // Called once as the tool ends, with what went wrong. Returns whether this rank is the one that says it.
  virtual bool leave(const std::exception* failure) = 0;

  // Ends the ranks that wait for this one, which has failed; returns where all have ended their work.
  virtual void end(int status) = 0;
};

using JoinRanks = std::unique_ptr<Ranks>(const StartedRanks& started);

inline constinit Component<JoinRanks> mpi_ranks{
    {"lenslet-mpi", "several processes", "LENSLET_MPI", "MPI (libopenmpi-dev openmpi-bin)"}};

// Finds the other ranks. Returns none for a process by itself. Throws unsupported where several were started and
// lenslet-mpi is missing.
std::unique_ptr<Ranks> join_ranks(char** arguments);

// The ranks of which this process is one, which main() joins; null for a process by itself.
Ranks* ranks();
void set_ranks(Ranks* joined);

// Whether this process says and writes what the result is of.
bool is_first_rank();

// Returns a selector of the device that this rank takes, as mpi::Ranks::device() chooses it.
std::string device_for_rank(const std::string& selector);

}  // namespace lenslet::cli
