#include "cli/ranks/environment.hpp"

#include <cstdlib>
#include <string_view>

namespace lenslet::cli {
namespace {

// Slurm sets its own for every step, whether with MPI or not, but PMIX_RANK only with it.
struct Starter {
  const char* count;
  const char* rank;
  const char* only_with;
};

constexpr Starter starters[] = {
    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", nullptr},  // Open MPI's mpirun
    {"MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_RANK", nullptr},    // MVAPICH2
    {"PMI_SIZE", "PMI_RANK", nullptr},                          // MPICH, Intel MPI, srun --mpi=pmi2
    {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID", "PMIX_RANK"},      // srun --mpi=pmix
};

int number(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr && *text >= '0' && *text <= '9' ? std::atoi(text) : otherwise;
}

}  // namespace

StartedRanks started_ranks() {
  const char* wanted = std::getenv("LENSLET_MPI");
  if (wanted != nullptr && std::string_view(wanted) == "off") return {};
  for (const Starter& starter : starters) {
    const int count = number(starter.count, 1);
    if (count > 1 && (starter.only_with == nullptr || std::getenv(starter.only_with) != nullptr))
      return {number(starter.rank, 0), count, starter.count};
  }
  return {};
}

}  // namespace lenslet::cli
