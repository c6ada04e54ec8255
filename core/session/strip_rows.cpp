// Which rows the strips of a layout make.
#include <algorithm>

#include "rounding.hpp"
#include "session/strip_layout.hpp"

namespace lenslet {

std::int64_t StripLayout::wanted() const {
  std::int64_t sum = 0;
  for (const RowRange& part : parts) sum += part.count();
  return sum;
}

std::int64_t StripLayout::count() const {
  std::int64_t strips = 0;
  for (const RowRange& part : parts) strips += divide_up(part.count(), rows);
  return strips;
}

Rect StripLayout::results(std::int64_t strip) const {
  auto part = parts.begin();
  for (; strip >= divide_up(part->count(), rows); ++part) strip -= divide_up(part->count(), rows);
  const std::int64_t first = part->begin + strip * rows;
  return {0, first, outputs.front().size.width, std::min(rows, part->end - first)};
}

}  // namespace lenslet
