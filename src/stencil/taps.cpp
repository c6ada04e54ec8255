// Masks and their factors, padded to one window and joined.
#include "stencil/taps.hpp"

namespace lenslet::stencil {
namespace {

// The mask in the middle of the stencil's window.
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

}  // namespace

int taps_per_mask(const Problem& problem, Passes passes) {
  return is_separated(passes) ? problem.width() + problem.height() : problem.taps();
}

std::vector<double> taps_of(const Problem& problem, Passes passes, const std::vector<int>& masks) {
  const Stencil& stencil = problem.stencil;
  std::vector<double> taps;
  for (const int index : masks) {
    const auto k = static_cast<std::size_t>(index);
    if (is_separated(passes)) {
      append_centred(taps, stencil.factors[k].row, stencil.radius_x);
      append_centred(taps, stencil.factors[k].column, stencil.radius_y);
    } else {
      append_window(taps, stencil.masks[k], stencil);
    }
  }
  return taps;
}

}  // namespace lenslet::stencil
