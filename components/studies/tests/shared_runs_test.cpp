// Several candidates share the times of one run, in any order.
#include "studies/shared_runs.hpp"

#include <gtest/gtest.h>

namespace lenslet::study {
namespace {

TEST(SharedRuns, HandOutEachPartOfEachRunOnce) {
  int runs = 0;
  SharedRuns shared(2, [&] {
    ++runs;
    return std::vector<double>{1.0 * runs, 10.0 * runs};
  });
  EXPECT_EQ(shared.next(0), 1);
  EXPECT_EQ(shared.next(1), 10);
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(shared.next(1), 20);
  EXPECT_EQ(shared.next(1), 30);
  EXPECT_EQ(runs, 3);
  EXPECT_EQ(shared.next(0), 2);
  EXPECT_EQ(shared.next(0), 3);
  EXPECT_EQ(runs, 3);
  EXPECT_EQ(shared.next(0), 4);
  EXPECT_EQ(runs, 4);
}

}  // namespace
}  // namespace lenslet::study
