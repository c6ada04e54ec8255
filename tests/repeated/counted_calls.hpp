// How often the library has called others, since the last reset().
#pragma once

#include <atomic>

namespace lenslet {

struct CountedCalls {
  std::atomic<int> sqlite = 0;
  std::atomic<int> programs = 0;  // made or built, and kernels made of them
  std::atomic<int> buffers = 0;
  std::atomic<int> transfers = 0;  // from and to memory of the host

  void reset() { sqlite = programs = buffers = transfers = 0; }
};

CountedCalls& counted_calls();

}  // namespace lenslet
