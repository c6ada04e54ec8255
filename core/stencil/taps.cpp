// Pads masks and their factors to one window and joins them.
#include "stencil/taps.hpp"

#include <algorithm>
#include <utility>

#include "stencil/selection.hpp"

namespace lenslet::stencil {
namespace {

// Appends the mask, in the middle of the stencil's window.
void append_window(std::vector<double>& taps, const Mask& mask, const Stencil& stencil) {
  const int left = stencil.radius_x - mask.width / 2, top = stencil.radius_y - mask.height / 2;
  for (int y = 0; y <= 2 * stencil.radius_y; ++y)
    for (int x = 0; x <= 2 * stencil.radius_x; ++x) {
      const bool within = x >= left && x < left + mask.width && y >= top && y < top + mask.height;
      taps.push_back(within ? mask.at(x - left, y - top) : 0.0);
    }
}

void append_centred(std::vector<double>& taps, const std::vector<double>& factor, int radius) {
  const auto padding = static_cast<std::size_t>(radius) - factor.size() / 2;
  taps.insert(taps.end(), padding, 0.0);
  taps.insert(taps.end(), factor.begin(), factor.end());
  taps.insert(taps.end(), padding, 0.0);
}

// Appends the places where any of the windows has a tap. The windows lie one after the other and have this width and
// height.
void append_places(std::vector<ListedTap>& list, const std::vector<double>& windows, int width, int height) {
  const auto columns = static_cast<std::size_t>(width), window = columns * static_cast<std::size_t>(height);
  for (std::size_t place = 0; place < window; ++place) {
    ListedTap tap{static_cast<int>(place % columns) - width / 2, static_cast<int>(place / columns) - height / 2, {}};
    for (std::size_t first = 0; first < windows.size(); first += window) tap.values.push_back(windows[first + place]);
    if (std::ranges::any_of(tap.values, [](double value) { return value != 0; })) list.push_back(std::move(tap));
  }
}

// Appends the masks' factors of one side as places of a column.
void append_factors(std::vector<ListedTap>& list, const Problem& problem, const std::vector<int>& masks,
                    std::vector<double> Factors::*side, int radius) {
  std::vector<double> all;
  for (const int mask : masks)
    append_centred(all, problem.stencil.factors[static_cast<std::size_t>(mask)].*side, radius);
  append_places(list, all, 1, 2 * radius + 1);
}

}  // namespace

int taps_per_mask(const Problem& problem, Passes passes) {
  if (passes == Passes::running) return 1;
  return is_separated(passes) ? problem.width() + problem.height() : problem.taps();
}

std::vector<double> taps_of(const Problem& problem, Passes passes, const std::vector<int>& masks) {
  const Stencil& stencil = problem.stencil;
  std::vector<double> taps;
  for (const int index : masks) {
    const auto k = static_cast<std::size_t>(index);
    if (passes == Passes::running) {
      taps.push_back(stencil.masks[k].taps.front());
    } else if (is_separated(passes)) {
      append_centred(taps, stencil.factors[k].row, stencil.radius_x);
      append_centred(taps, stencil.factors[k].column, stencil.radius_y);
    } else {
      append_window(taps, stencil.masks[k], stencil);
    }
  }
  return taps;
}

TapList list_taps(const Problem& problem, Passes passes, const std::vector<int>& masks) {
  TapList list;
  if (passes == Passes::running) return list;  // its taps are all alike, and its kernels know their places
  if (is_separated(passes)) {
    append_factors(list.taps, problem, masks, &Factors::row, problem.stencil.radius_x);
    for (ListedTap& tap : list.taps) std::swap(tap.dx, tap.dy);
    list.row = list.taps.size();
    append_factors(list.taps, problem, masks, &Factors::column, problem.stencil.radius_y);
    return list;
  }
  append_places(list.taps, taps_of(problem, passes, masks), problem.width(), problem.height());
  list.row = list.taps.size();
  return list;
}

NetworkList list_network(const Problem& problem) {
  NetworkList list;
  for (int y = -problem.stencil.radius_y; y <= problem.stencil.radius_y; ++y)
    for (int x = -problem.stencil.radius_x; x <= problem.stencil.radius_x; ++x) list.pairs.emplace_back(x, y);
  list.places = list.pairs.size();
  for (const auto& step : selection_network(problem.taps(), problem.stencil.rank.value_or(0)))
    list.pairs.push_back(step);
  return list;
}

}  // namespace lenslet::stencil
