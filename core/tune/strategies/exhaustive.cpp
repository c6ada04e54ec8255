// Tries every schedule of the space in order: for small spaces, and to learn what other strategies miss.
#include "tune/search.hpp"
#include "tune/strategies/strategies.hpp"

namespace lenslet::tune {

void exhaustive(Search& search) {
  search.space().each([&search](const op::AnySchedule& schedule) { return search.time(schedule).has_value(); });
}

}  // namespace lenslet::tune
