// MPI begins and ends once in a process.
#pragma once

#include <lenslet/mpi.hpp>

namespace lenslet::mpi {

const Ranks& shared_ranks();

}  // namespace lenslet::mpi
