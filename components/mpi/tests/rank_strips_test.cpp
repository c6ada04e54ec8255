// Strips that ranks compute in turns: each op of the registry and random pipelines give the bits of the whole.
#include <gtest/gtest.h>

#include "cases.hpp"
#include "shared_ranks.hpp"
#include "strips_support.hpp"

namespace lenslet::mpi {
namespace {

class RankStripsOf : public testing::Test {
 protected:
  // All ranks use the first one's day.
  void SetUp() override {
    Seeds same = seeds();
    same.first = static_cast<unsigned>(std::stoul(ranks.text_of_first(std::to_string(same.first))));
    same.last = static_cast<unsigned>(std::stoul(ranks.text_of_first(std::to_string(same.last))));
    set_seeds(same);
    if (ranks.rank() == 0) print_seeds();
  }

  std::vector<Image> by_ranks(const BitsCase& one, const StripOptions& options) const {
    std::vector<ReadRows> sources;
    for (const Image& input : one.inputs) sources.push_back(rows_of_again(input));
    const Work work = merged(ranks, session, one.work, sources, options);
    RankStrips strips(ranks, session, session.plan(work), types_of(one.inputs), sources, options);
    if (ranks.rank() == 0) return joined(strips);
    EXPECT_FALSE(strips.next());
    return {};
  }

  // Other ranks find the programs that the first rank has compiled.
  void expect_same(const BitsCase& one) const {
    const auto way = [this](const BitsCase& same, const StripOptions& options) { return by_ranks(same, options); };
    Wholes whole;
    if (ranks.rank() == 0) whole.push_back(as_whole(session, session.plan(one.work), one.inputs));
    ranks.meet();
    expect_same_bits(one, whole, std::to_string(ranks.count()) + " ranks", way);
  }

  const Ranks& ranks = shared_ranks();
  const Session session{{.cache = false}};
};

// Each day each number of ranks tests a third of the ops.
TEST_F(RankStripsOf, EachOpHaveTheBitsOfTheWhole) {
  const auto ops = ops_of_images();
  for (std::size_t i = 0; i < ops.size(); ++i)
    if (has_parts(ops[i]) &&
        (seeds().all_of_ops || (i + seeds().first + static_cast<unsigned>(ranks.count())) % 3 == 0))
      for (const BitsCase& one : cases_of_op(session, ops[i])) expect_same(one);
}

TEST_F(RankStripsOf, RandomPipelinesHaveTheBitsOfTheWhole) {
  for (unsigned seed = seeds().first; seed <= seeds().last; ++seed) expect_same(random_case(session, seed));
}

}  // namespace
}  // namespace lenslet::mpi
