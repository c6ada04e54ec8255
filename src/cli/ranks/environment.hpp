// What those who start several ranks leave in the environment.
#pragma once

#include <string>

namespace lenslet::cli {

struct StartedRanks {
  int rank = 0, count = 1;
  std::string starter = {};  // the variable that says so
};

// One rank of one where nobody has started more, and with LENSLET_MPI=off.
StartedRanks started_ranks();

}  // namespace lenslet::cli
