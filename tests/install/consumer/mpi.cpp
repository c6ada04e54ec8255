// Uses the component for several processes, of which this one is the only one.
#include <lenslet/mpi.hpp>

int main() {
  const lenslet::mpi::Ranks ranks;
  ranks.check_same("the weather", "fine");
  return ranks.rank() == 0 && ranks.count() == 1 ? 0 : 1;
}
