// Networks of minima and maxima that find one rank: Batcher's merge exchange (Knuth, The Art of Computer Programming,
// vol. 3, algorithm 5.2.2M) without the steps on which that rank does not depend.
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "stencil/selection.hpp"

namespace lenslet::stencil {
namespace {

using Pairs = std::vector<std::pair<int, int>>;

// Exchanges places `distance` apart whose number has the bit p as in `part`.
void exchange(Pairs& pairs, int samples, int p, int part, int distance) {
  for (int i = 0; i + distance < samples; ++i)
    if ((i & p) == part) pairs.emplace_back(i, i + distance);
}

Pairs merge_exchange(int samples) {
  Pairs pairs;
  const auto largest = static_cast<int>(std::bit_ceil(static_cast<unsigned>(samples)) / 2);
  for (int p = largest; p > 0; p /= 2) {
    exchange(pairs, samples, p, 0, p);
    for (int q = largest; q > p; q /= 2) exchange(pairs, samples, p, p, q - p);
  }
  return pairs;
}

}  // namespace

Pairs selection_network(int samples, int rank) {
  const Pairs all = merge_exchange(samples);
  std::vector<bool> wanted(static_cast<std::size_t>(samples));
  wanted[static_cast<std::size_t>(rank)] = true;
  Pairs needed;
  for (auto pair = all.rbegin(); pair != all.rend(); ++pair) {
    const auto a = static_cast<std::size_t>(pair->first), b = static_cast<std::size_t>(pair->second);
    if (!wanted[a] && !wanted[b]) continue;
    wanted[a] = wanted[b] = true;
    needed.push_back(*pair);
  }
  std::ranges::reverse(needed);
  return needed;
}

std::string network_text(int samples, int rank) {
  std::string text;
  for (const auto& [a, b] : selection_network(samples, rank)) text += fmt::format("ORDER({}, {}) ", a, b);
  return text;
}

}  // namespace lenslet::stencil
