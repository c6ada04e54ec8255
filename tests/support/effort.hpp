// How much tests may do: LENSLET_EFFORT, 0 to 3, from a quick look to all of it.
#pragma once

#include <cstdlib>

namespace lenslet {

inline int effort() {
  const char* wanted = std::getenv("LENSLET_EFFORT");
  return wanted ? std::atoi(wanted) : 1;
}

}  // namespace lenslet
