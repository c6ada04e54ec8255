// Makes order statistics: the network of a small window, and the reference.
#include "ops/order_statistic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "stencil/selection.hpp"

namespace lenslet::ops {
namespace {

// NaN has no place in an order: in a window with NaN any result is right.
stencil::Reference sample_of_rank(WindowSides window, int rank) {
  return [window, rank](const stencil::Window& pixels) -> std::vector<stencil::Truth> {
    std::vector<double> samples;
    samples.reserve(static_cast<std::size_t>(window.samples()));
    for (int dy = -(window.height / 2); dy <= window.height / 2; ++dy)
      for (int dx = -(window.width / 2); dx <= window.width / 2; ++dx) samples.push_back(pixels.at(dx, dy));
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (std::ranges::any_of(samples, [](double sample) { return std::isnan(sample); })) return {{-infinity, infinity}};
    const auto place = samples.begin() + rank;
    std::ranges::nth_element(samples, place);
    return {{*place, *place}};
  };
}

// The medians of 9 and 25 have networks made by hand.
bool has_own_network(WindowSides window, int rank) {
  return window.width == window.height && (window.width == 3 || window.width == 5) && rank == window.samples() / 2;
}

}  // namespace

stencil::Stencil order_statistic(WindowSides window, int rank) {
  stencil::Stencil result;
  result.radius_x = window.width / 2;
  result.radius_y = window.height / 2;
  result.rank = rank;
  result.arithmetic = stencil::Arithmetic::native;
  result.reference = sample_of_rank(window, rank);
  result.body = has_own_network(window, rank) ? "median.cl" : "rank.cl";
  if (has_own_network(window, rank)) return result;
  result.defines.emplace_back("RANK", fmt::format("{}", rank));
  if (window.samples() <= stencil::max_samples_of_network)
    result.defines.emplace_back("NETWORK", stencil::network_text(window.samples(), rank));
  return result;
}

}  // namespace lenslet::ops
