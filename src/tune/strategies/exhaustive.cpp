// Every schedule of the space, in its order. For small spaces, and to know what the others miss.
#include "tune/search.hpp"
#include "tune/strategies/strategies.hpp"

namespace lenslet::tune {

void exhaustive(Search& search) {
  for (const Schedule& schedule : search.space().all())
    if (!search.time(schedule)) return;
}

}  // namespace lenslet::tune
