// All ranks run the same tests. The first one prints; the others print only their failures.
#include <gtest/gtest.h>

#include <cstdio>
#include <optional>

#include "shared_ranks.hpp"

namespace lenslet::mpi {
namespace {

std::optional<Ranks> all;

class Failures : public testing::EmptyTestEventListener {
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (result.failed()) std::fprintf(stderr, "rank %d: %s\n", all->rank(), result.message());
  }
};

}  // namespace

const Ranks& shared_ranks() {
  return *all;
}

}  // namespace lenslet::mpi

// A test that fails on one rank may leave the others waiting until they fail, too.
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  lenslet::mpi::Ranks ranks;
  ranks.set_limit(std::chrono::seconds(3000));  // machines may be busy
  lenslet::mpi::all = ranks;
  if (ranks.rank() > 0) {
    auto& listeners = testing::UnitTest::GetInstance()->listeners();
    if (!testing::GTEST_FLAG(output).empty()) testing::GTEST_FLAG(output) = "";
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new lenslet::mpi::Failures);
  }
  const int status = RUN_ALL_TESTS();
  if (status != 0) ranks.end_all(status);
  lenslet::mpi::all.reset();
  return status;
}
