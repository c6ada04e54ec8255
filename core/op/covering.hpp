// Finds few rows of values that together contain every combination of values on certain axes, such as all pairs.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace lenslet::op {

using Row = std::vector<int>;  // the value chosen on each axis

struct Covering {
  std::vector<int> values;  // number of values of each axis
  // Each entry lists axes; the rows have all combinations of these axes' values.
  std::vector<std::vector<int>> combinations;
  // Rows that may be used; combinations that only other rows have are left out.
  std::function<bool(const Row&)> possible;
  std::uint32_t seed = 1;
};

// All pairs of axes.
std::vector<std::vector<int>> all_pairs(int axes);

// A greedy search: each row is the best of several random rows, the one with most missing combinations.
std::vector<Row> covering_rows(const Covering& covering);

}  // namespace lenslet::op
