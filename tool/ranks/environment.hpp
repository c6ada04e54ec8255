// What the starters of several ranks set in the environment.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include <lenslet/error.hpp>

namespace lenslet::cli {

struct StartedRanks {
  int rank = 0, count = 1;
  std::string starter = {};  // the variable that tells
};

// One rank of one if nobody has started more, and with LENSLET_MPI=off. Refuses other values than on and off.
StartedRanks started_ranks();

// The value of LENSLET_MPI_TIMEOUT, which must be a number of seconds.
std::optional<std::chrono::seconds> wait_limit(const StartedRanks& started);

// Throws on rank 0 an error that all have found before they met. The others wait until their starter ends them, as it
// does once the first one has ended. If another rank ended earlier, rank 0 would be ended before it has said why.
[[noreturn]] void refuse(const StartedRanks& started, ErrorKind kind, const std::string& message);

}  // namespace lenslet::cli
