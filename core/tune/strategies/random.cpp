// Takes schedules at random, none twice: what a cleverer strategy has to beat.
#include "tune/search.hpp"
#include "tune/strategies/strategies.hpp"

namespace lenslet::tune {

void random_walk(Search& search) {
  if (!search.time(search.start())) return;
  while (const std::optional<op::AnySchedule> schedule = search.unknown())
    if (!search.time(*schedule)) return;
}

}  // namespace lenslet::tune
