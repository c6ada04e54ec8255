// Coverings: complete, within what is possible, and the same for one seed.
#include "op/covering.hpp"

#include <gtest/gtest.h>

#include <set>

namespace lenslet::op {
namespace {

TEST(Covering, MeetsEveryPair) {
  Covering covering{{3, 4, 2, 5}, all_pairs(4), [](const Row&) { return true; }};
  const std::vector<Row> rows = covering_rows(covering);
  for (const auto& axes : covering.combinations) {
    std::set<std::pair<int, int>> met;
    for (const Row& row : rows)
      met.emplace(row[static_cast<std::size_t>(axes[0])], row[static_cast<std::size_t>(axes[1])]);
    EXPECT_EQ(met.size(), static_cast<std::size_t>(covering.values[static_cast<std::size_t>(axes[0])] *
                                                   covering.values[static_cast<std::size_t>(axes[1])]));
  }
  EXPECT_LT(rows.size(), 40u) << "the full product has 120";
}

TEST(Covering, UsesOnlyPossibleRows) {
  Covering covering{{4, 4}, all_pairs(2), [](const Row& row) { return row[0] != row[1]; }};
  const std::vector<Row> rows = covering_rows(covering);
  EXPECT_EQ(rows.size(), 12u);
  for (const Row& row : rows) EXPECT_NE(row[0], row[1]);
}

TEST(Covering, IsTheSameForOneSeed) {
  Covering covering{{5, 5, 5}, all_pairs(3), [](const Row&) { return true; }, 7};
  EXPECT_EQ(covering_rows(covering), covering_rows(covering));
}

}  // namespace
}  // namespace lenslet::op
