#include "listings/fit.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/error.hpp>

namespace lenslet::listings {
namespace {

using Sides = std::vector<std::size_t>;

std::size_t items_of(const Sides& group) {
  return std::accumulate(group.begin(), group.end(), std::size_t{1}, std::multiplies<>());
}

// Halves the longest side, or all sides where the kernel has square groups.
void halve(Sides& group, bool is_square) {
  if (is_square)
    for (std::size_t& side : group) side = std::max<std::size_t>(side / 2, 1);
  else
    *std::ranges::max_element(group) /= 2;
}

}  // namespace

Setup fitted(const Session& session, const Listing& listing, double scale) {
  Setup setup = listing.setup(scale);
  const std::size_t most = session.device().max_group;
  for (Step& step : setup.steps) {
    Sides& group = step.range.group;
    if (setup.fixed_groups && items_of(group) > most)
      throw Error(ErrorKind::unsupported, fmt::format("groups of {}; {} has at most {} work-items in one",
                                                      fmt::join(group, " x "), session.device().name, most));
    while (items_of(group) > most) halve(group, !setup.side_macro.empty());
  }
  return setup;
}

std::string options_of(const Listing& listing, const Setup& setup) {
  if (setup.side_macro.empty()) return listing.options;
  return fmt::format("{}{}-D {}={}", listing.options, listing.options.empty() ? "" : " ", setup.side_macro,
                     setup.steps.front().range.group.front());
}

}  // namespace lenslet::listings
