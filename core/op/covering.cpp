// The greedy search for few rows that meet all combinations.
#include "op/covering.hpp"

#include <algorithm>
#include <random>
#include <set>
#include <utility>

namespace lenslet::op {
namespace {

constexpr int tries_per_row = 48;
constexpr int fruitless_rows = 60;  // after so many, the missing combinations count as impossible
constexpr int tries_of_first = 20000;
constexpr int redrawn = 3;  // on average one axis of this many gets another value

using Combination = std::pair<std::size_t, Row>;  // index of the list of axes, and the values

class Open {
 public:
  explicit Open(const Covering& covering) : covering_(covering) {
    for (std::size_t i = 0; i < covering.combinations.size(); ++i) {
      Row values(covering.combinations[i].size(), 0);
      do open_.emplace(i, values);
      while (advance(covering.combinations[i], values));
    }
  }

  int gain(const Row& row) const {
    int count = 0;
    for (std::size_t i = 0; i < covering_.combinations.size(); ++i)
      count += static_cast<int>(open_.count(part(i, row)));
    return count;
  }

  void meet(const Row& row) {
    for (std::size_t i = 0; i < covering_.combinations.size(); ++i) open_.erase(part(i, row));
  }

  // Changes a row so that it has one missing combination.
  void steer(Row& row, std::mt19937& random) const {
    if (open_.empty()) return;
    const auto skip = std::uniform_int_distribution<std::size_t>(0, open_.size() - 1)(random);
    const Combination& target = *std::next(open_.begin(), static_cast<std::ptrdiff_t>(skip));
    const std::vector<int>& axes = covering_.combinations[target.first];
    for (std::size_t k = 0; k < axes.size(); ++k) row[static_cast<std::size_t>(axes[k])] = target.second[k];
  }

  bool empty() const { return open_.empty(); }

 private:
  // Counts up in mixed radix. Returns false after the last.
  bool advance(const std::vector<int>& axes, Row& values) const {
    for (std::size_t k = 0; k < axes.size(); ++k) {
      if (++values[k] < covering_.values[static_cast<std::size_t>(axes[k])]) return true;
      values[k] = 0;
    }
    return false;
  }

  Combination part(std::size_t i, const Row& row) const {
    Row values;
    for (int axis : covering_.combinations[i]) values.push_back(row[static_cast<std::size_t>(axis)]);
    return {i, values};
  }

  const Covering& covering_;
  std::set<Combination> open_;
};

Row random_row(const Covering& covering, std::mt19937& random) {
  Row row;
  for (int count : covering.values) row.push_back(std::uniform_int_distribution<int>(0, count - 1)(random));
  return row;
}

// A row near a possible one: where axes exclude each other's values, hardly any random row is possible.
Row varied(const Row& row, const Covering& covering, std::mt19937& random) {
  const Row other = random_row(covering, random);
  Row result = row;
  for (std::size_t axis = 0; axis < row.size(); ++axis)
    if (std::uniform_int_distribution<int>(1, redrawn)(random) == 1) result[axis] = other[axis];
  return result;
}

Row any_row(const std::vector<Row>& rows, const Covering& covering, std::mt19937& random) {
  if (rows.empty() || std::bernoulli_distribution()(random)) return random_row(covering, random);
  return varied(rows[std::uniform_int_distribution<std::size_t>(0, rows.size() - 1)(random)], covering, random);
}

}  // namespace

std::vector<std::vector<int>> all_pairs(int axes) {
  std::vector<std::vector<int>> pairs;
  for (int a = 0; a < axes; ++a)
    for (int b = a + 1; b < axes; ++b) pairs.push_back({a, b});
  return pairs;
}

std::vector<Row> covering_rows(const Covering& covering) {
  std::mt19937 random(covering.seed);
  Open open(covering);
  std::vector<Row> rows;
  for (int fruitless = 0; fruitless < fruitless_rows && !open.empty();) {
    Row best;
    int best_gain = 0;
    for (int i = 0; i < tries_per_row || (rows.empty() && best_gain == 0 && i < tries_of_first); ++i) {
      Row row = any_row(rows, covering, random);
      open.steer(row, random);
      const int gain = covering.possible(row) ? open.gain(row) : 0;
      if (gain > best_gain) std::tie(best, best_gain) = std::pair(row, gain);
    }
    if (best_gain == 0) {
      ++fruitless;
      continue;
    }
    fruitless = 0;
    open.meet(best);
    rows.push_back(std::move(best));
  }
  return rows;
}

}  // namespace lenslet::op
