// Tries random schedules, none twice: a cleverer strategy must do better than this.
#include "tune/search.hpp"
#include "tune/strategies/strategies.hpp"

namespace lenslet::tune {

void random_walk(Search& search) {
  if (!search.time(search.start())) return;
  while (const std::optional<op::AnySchedule> schedule = search.unknown())
    if (!search.time(*schedule)) return;
}

}  // namespace lenslet::tune
