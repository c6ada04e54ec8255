// What those who start several ranks leave in the environment.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include <lenslet/error.hpp>

namespace lenslet::cli {

struct StartedRanks {
  int rank = 0, count = 1;
  std::string starter = {};  // the variable that says so
};

// One rank of one where nobody has started more, and with LENSLET_MPI=off. Refuses other values than on and off.
StartedRanks started_ranks();

// What LENSLET_MPI_TIMEOUT says, which is refused where it is no number of seconds.
std::optional<std::chrono::seconds> wait_limit(const StartedRanks& started);

// Throws on rank 0 what all have found before they have met. The others wait for their starter to end them, as it does
// when the first one has ended: one that ended before would have rank 0 ended before it has said why.
[[noreturn]] void refuse(const StartedRanks& started, ErrorKind kind, const std::string& message);

}  // namespace lenslet::cli
