// Heights of strips: tried, kept and found again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/lenslet.hpp>
#include <lenslet/strip_cost.hpp>

#include "refusal.hpp"
#include "session/state.hpp"
#include "session/strip_layout.hpp"
#include "store/store.hpp"
#include "system/temporary_folder.hpp"

namespace lenslet {
namespace {

// A session that knows of no height.
class StripHeight : public testing::Test {
 protected:
  Work work(Size size, Tune tune = Tune::cached) const {
    return {ops::Mean{}, {ImageType{{SampleType::u8, 1}, size}}, {.tune = tune}};
  }

  // Of the image's strips, whose sources nobody asks.
  std::int64_t rows_of(Size size, const StripOptions& options = {}, Tune tune = Tune::cached) const {
    const ImageType type{{SampleType::u8, 1}, size};
    return Strips({{session_.plan(work(size, tune))}}, {type}, {[](std::int64_t, std::int64_t, std::byte*) {}}, options)
        .rows();
  }

  system::TemporaryFolder folder_{{"tuning.sqlite"}};
  Session session_{{.data_directory = folder_.path()}};
  DeviceGroup group_{std::vector{session_}};
};

constexpr Size tall{4096, 60000};  // a row of inputs and results has 8 KiB

TEST_F(StripHeight, IsWhatWasMeasured) {
  const std::int64_t usual = rows_of(tall);
  const std::vector<Plan> plans{session_.plan(work({512, 300}))};
  keep_strip_trials(plans, {{0, 1 << 20, 3.1}, {0, 2 << 20, 3.02}, {0, 4 << 20, 3}, {0, 8 << 20, 4}}, tall);
  EXPECT_EQ(rows_of(tall), 256);           // 2 MiB cannot be told apart from 4
  EXPECT_EQ(rows_of({8192, 60000}), 128);  // bytes are kept, not rows
  keep_strip_trials({session_.plan(work({4001, 300}))}, {{48, 48 * 8002, 1}}, {4001, 60000});
  EXPECT_EQ(rows_of({4001, 60000}), 48) << "no multiple of 1 KiB";
  EXPECT_EQ(rows_of(tall, {}, Tune::off), usual) << "nothing is looked up";
  EXPECT_EQ(rows_of(tall, {.rows = 48}), 48);
  EXPECT_LT(rows_of(tall, {.memory = 4 << 20}), 256);  // memory goes first
  EXPECT_NE(usual, 256);
  const Plan median = session_.plan(Work{ops::Median{}, {ImageType{{SampleType::u8, 1}, tall}}});
  EXPECT_FALSE(measured_strip_bytes({median}));
  EXPECT_FALSE(measured_strip_bytes({plans[0], plans[0]}));  // on two devices
}

TEST_F(StripHeight, PassesOverWordsThatAreNone) {
  const std::vector<Plan> plans{session_.plan(work(tall))};
  keep_strip_trials(plans, {{0, 1 << 20, 3}}, tall);
  store::Store& store = state_of(session_).store;
  std::vector<StoredTrial> records = store.records([](const store::Key&) { return true; });
  ASSERT_EQ(records.size(), 1U);
  for (const char* word : {"kib", "kib0", "kib99999999999999999999", "kib4194304", "kib12x", "rows4"}) {
    records[0].trial.schedule = word;
    records[0].trial.time = {1, 1, 1, 1, true};
    store.remove([](const store::Key&) { return true; });
    store.merge(records);
    EXPECT_FALSE(measured_strip_bytes(plans)) << word;
  }
}

TEST_F(StripHeight, IsTriedOnceForTheCost) {
  const StripCost cost = strip_cost(group_, work(tall));
  ASSERT_GE(cost.trials.size(), 2U);
  const StripTrial& best = best_of(cost.trials);
  EXPECT_EQ(cost.rows, best.rows);
  EXPECT_EQ(rows_of(tall), best.rows);
  for (const StripTrial& trial : cost.trials) EXPECT_GT(trial.seconds, 0) << trial.rows;
  EXPECT_TRUE(strip_cost(group_, work(tall), {.rows = 64}).trials.empty());
  EXPECT_TRUE(strip_cost(group_, work(tall, Tune::off)).trials.empty());
  EXPECT_TRUE(strip_cost(group_, work({640, 480})).trials.empty());  // one strip
}

TEST_F(StripHeight, IsOfImagesAlone) {
  const Work sum = array_work({"reduce.sum"}, {{SampleType::f32, {1 << 20}}});
  EXPECT_THAT(refusal([&] { strip_cost(group_, sum); }, ErrorKind::unsupported),
              testing::HasSubstr("allowed are images"));
}

}  // namespace
}  // namespace lenslet
