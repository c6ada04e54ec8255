// Few rows of choices that still meet every combination of a few axes: all pairs, say.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace lenslet::op {

using Row = std::vector<int>;  // the value chosen on each axis

struct Covering {
  std::vector<int> values;                     // how many each axis has
  std::vector<std::vector<int>> combinations;  // axes whose values must all meet each other
  std::function<bool(const Row&)> possible;    // rows that may be used; what only others could meet is left out
  std::uint32_t seed = 1;
};

// Every two axes.
std::vector<std::vector<int>> all_pairs(int axes);

// Greedy: each row is the one of several random tries that meets most of what is still open.
std::vector<Row> covering_rows(const Covering& covering);

}  // namespace lenslet::op
