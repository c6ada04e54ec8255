#include "tool/ranks/environment.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "tool/terminal/exit.hpp"

namespace lenslet::cli {
namespace {

// Slurm sets its own variables for every step, with or without MPI, but PMIX_RANK only with MPI.
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

StartedRanks found_ranks() {
  for (const Starter& starter : starters) {
    const int count = number(starter.count, 1);
    if (count > 1 && (starter.only_with == nullptr || std::getenv(starter.only_with) != nullptr))
      return {number(starter.rank, 0), count, starter.count};
  }
  return {};
}

}  // namespace

StartedRanks started_ranks() {
  const StartedRanks found = found_ranks();
  const char* wanted = std::getenv("LENSLET_MPI");
  const std::string_view word = wanted != nullptr ? wanted : "on";
  if (word == "off") return {};
  if (word != "on" && !word.empty())
    refuse(found, ErrorKind::invalid_argument, fmt::format("LENSLET_MPI is '{}'; allowed: on, off", word));
  return found;
}

std::optional<std::chrono::seconds> wait_limit(const StartedRanks& started) {
  constexpr int most = 10'000'000;
  const char* text = std::getenv("LENSLET_MPI_TIMEOUT");
  const std::string_view word = text != nullptr ? text : "";
  if (word.empty()) return {};
  int seconds = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), seconds);
  if (read.ec != std::errc() || read.ptr != word.data() + word.size() || seconds < 1 || seconds > most)
    refuse(started, ErrorKind::invalid_argument,
           fmt::format("LENSLET_MPI_TIMEOUT is '{}'; allowed: whole seconds from 1 to {}", word, most));
  return std::chrono::seconds(seconds);
}

void refuse(const StartedRanks& started, ErrorKind kind, const std::string& message) {
  if (started.rank == 0) throw Error(kind, message);
  std::this_thread::sleep_for(std::chrono::seconds(30));
  ::_exit(exit_failed);
}

}  // namespace lenslet::cli
