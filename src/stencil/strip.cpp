// How large a strip is: the block of a whole group.
#include "stencil/strip.hpp"

#include <algorithm>

#include "rounding.hpp"

namespace lenslet::stencil {
namespace {

constexpr std::int64_t strips_of_unit = 4;  // so that units which began later, or are slower, get fewer

}  // namespace

std::int64_t strips_down(const Strip& strip, std::int64_t samples, std::int64_t rows, std::int64_t compute_units) {
  const std::int64_t least = divide_up(rows, strip.height);
  const std::int64_t wanted = divide_up(strips_of_unit * compute_units, divide_up(samples, strip.width));
  return std::max(least, std::min(wanted, rows / strip.least_height));
}

Strip strip_of(const Schedule& s, const Problem& problem) {
  const std::int64_t vectors = std::int64_t{s.group_width} * s.items_x, steps = s.group_height;
  const std::int64_t halo = std::int64_t{problem.stencil.radius_x} * problem.input.channels;
  const std::int64_t window = problem.height() - 1, ring = s.items_y + window;
  Strip strip{vectors * s.vector, steps * s.items_y, std::max<std::int64_t>(2 * window, s.items_y), 0, 0};
  const std::int64_t line = strip.width + 2 * halo;
  strip.bytes =
      static_cast<std::uint64_t>(line + strip.width * ring * problem.masks()) * size_of(accumulator_of(problem, s));
  // Where a row leaves the image its samples are read one by one.
  strip.rounds = (strip.height + window) * (line + 1 + vectors * (problem.width() + 1)) + steps * vectors * (ring + 1);
  return strip;
}

}  // namespace lenslet::stencil
