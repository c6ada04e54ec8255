#include "session/strip_reads.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace lenslet {

std::vector<std::int64_t> looked_at(const StripLayout& layout) {
  const std::int64_t count = layout.count(), at_ends = 64, between = 128;
  std::vector<std::int64_t> strips;
  if (count <= 2 * at_ends + between) {
    for (std::int64_t strip = 0; strip < count; ++strip) strips.push_back(strip);
    return strips;
  }
  constexpr double golden = 0.6180339887498949;
  for (std::int64_t i = 0; i < at_ends; ++i) strips.push_back(i), strips.push_back(count - 1 - i);
  for (std::int64_t i = 1; i <= between; ++i) {
    const double share = golden * static_cast<double>(i);
    strips.push_back(static_cast<std::int64_t>((share - std::floor(share)) * static_cast<double>(count)));
  }
  std::ranges::sort(strips);
  strips.erase(std::unique(strips.begin(), strips.end()), strips.end());
  return strips;
}

std::string disorder(const std::vector<Plan>& plans, const StripLayout& layout) {
  RowRange before;
  for (const std::int64_t strip : looked_at(layout)) {
    const Rect read = part_read(plans, layout, strip);
    const RowRange rows{read.y, read.y + read.height};
    if (rows.begin < before.begin || rows.end < before.end)
      return fmt::format("strip {} reads rows {} to {}, one before it rows {} to {}", strip, rows.begin, rows.end - 1,
                         before.begin, before.end - 1);
    before = rows;
  }
  return {};
}

double times_read(const std::vector<Plan>& plans, const StripLayout& layout) {
  const std::vector<std::int64_t> strips = looked_at(layout);
  double pixels = 0;
  for (const std::int64_t strip : strips) {
    const Rect read = part_read(plans, layout, strip);
    pixels += static_cast<double>(read.width) * static_cast<double>(read.height);
  }
  const double all = static_cast<double>(layout.input.width) * static_cast<double>(layout.input.height);
  return pixels / all * static_cast<double>(layout.count()) / static_cast<double>(strips.size());
}

Rect part_read(const std::vector<Plan>& plans, const StripLayout& layout, std::int64_t strip) {
  Rect all = plans.front().reads(layout.results(strip), layout.input);
  for (const Plan& plan : plans) {
    const Rect read = plan.reads(layout.results(strip), layout.input);
    const std::int64_t x = std::min(all.x, read.x), y = std::min(all.y, read.y);
    all = {x, y, std::max(all.x + all.width, read.x + read.width) - x,
           std::max(all.y + all.height, read.y + read.height) - y};
  }
  return layout.in_order ? Rect{0, all.y, layout.input.width, all.height} : all;
}

}  // namespace lenslet
