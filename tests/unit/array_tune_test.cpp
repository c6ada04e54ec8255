// Tuning ops of arrays on a device: what never wins, what is kept, and who finds it again.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>
#include <lenslet/session.hpp>
#include <lenslet/tune.hpp>

#include "ocl_test_support.hpp"
#include "session/problem.hpp"
#include "session/state.hpp"
#include "store/store.hpp"

namespace lenslet {
namespace {

using ocl::ScopedVariable;
using testing::HasSubstr;

const Call sum{"sum"};
constexpr char victim[] = "two_stage.tree.stride.group64.groups1.items1.v4";

std::vector<ArrayType> numbers(std::int64_t count) {
  return {{SampleType::i32, {count}}};
}

class ArrayTuneTest : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
    options.budget_seconds = 3600;
    options.candidate_seconds = 600;
    options.strategy = "exhaustive";
    options.only = "two_stage.tree.stride.group64.groups1.items1.v[14]";
  }

  TuneResult tune(std::int64_t count = 30'000) const {
    return tune_op(*session, array_work(sum, numbers(count)), options);
  }

  Plan plan(const Call& call, std::int64_t count, Tune mode = Tune::cached) const {
    Work work = array_work(call, numbers(count));
    work.options.tune = mode;
    return session->plan(work);
  }
  Plan plan(std::int64_t count, Tune mode = Tune::cached) const { return plan(sum, count, mode); }

  static const Trial& find(const TuneResult& result, const std::string& schedule) {
    const auto found = std::ranges::find(result.trials, schedule, &Trial::schedule);
    EXPECT_NE(found, result.trials.end()) << schedule;
    return *found;
  }

  ocl::TemporaryDirectory data;
  ScopedVariable store{"LENSLET_DATA_DIR", data.path().c_str()};
  ScopedVariable worker{"LENSLET_WORKER", LENSLET_WORKER_PATH};
  std::optional<Session> session;
  TuneOptions options;
};

TEST_F(ArrayTuneTest, TheFastestIsKeptAndFound) {
  const std::string untuned = plan(30'000).schedule();
  EXPECT_EQ(plan(30'000).origin(), Origin::device_class);
  EXPECT_THAT(plan(30'000).reason(), HasSubstr("default for"));
  const TuneResult result = tune();
  EXPECT_EQ(result.end, TuneEnd::complete);
  ASSERT_EQ(result.trials.size(), 3u) << "two that fit the pattern and the one that runs untuned";
  for (const Trial& trial : result.trials) EXPECT_EQ(trial.outcome, Outcome::correct) << trial.detail;
  ASSERT_TRUE(result.winner && result.initial);
  EXPECT_EQ(result.initial->schedule, untuned);
  EXPECT_GE(result.winner->time.samples, 3);
  const Plan same = plan(30'000), larger = plan(100'000), off = plan(30'000, Tune::off);
  EXPECT_EQ(same.origin(), Origin::exact);
  EXPECT_EQ(same.schedule(), result.winner->schedule);
  EXPECT_THAT(same.reason(), HasSubstr("ms for 30000 elements"));
  EXPECT_EQ(larger.origin(), Origin::nearest_size);
  EXPECT_EQ(larger.schedule(), result.winner->schedule);
  EXPECT_EQ(off.origin(), Origin::device_class);
  EXPECT_EQ(off.schedule(), untuned);
  EXPECT_EQ(plan(1'000'000).origin(), Origin::device_class) << "too far away";
  EXPECT_EQ(session->run(sum, {Array::of<std::int32_t>({1, 2, 3})}).origin, Origin::device_class);
}

TEST_F(ArrayTuneTest, AWrongScheduleNeverWinsAndIsNotTriedAgain) {
  const ScopedVariable fault("LENSLET_TEST_FAULT", (std::string("wrong:") + victim).c_str());
  const TuneResult result = tune();
  EXPECT_EQ(find(result, victim).outcome, Outcome::wrong);
  EXPECT_THAT(find(result, victim).detail, HasSubstr("element 0 is"));
  EXPECT_EQ(std::ranges::count(result.trials, Outcome::correct, &Trial::outcome), 2);
  ASSERT_TRUE(result.winner);
  EXPECT_NE(result.winner->schedule, victim);
  const TuneResult again = tune();
  EXPECT_EQ(find(again, victim).outcome, Outcome::excluded);
  EXPECT_THAT(find(again, victim).detail, HasSubstr("quarantined"));
}

TEST_F(ArrayTuneTest, ACrashCostsOneCandidate) {
  const ScopedVariable fault("LENSLET_TEST_FAULT", (std::string("crash:") + victim).c_str());
  const TuneResult result = tune();
  EXPECT_EQ(find(result, victim).outcome, Outcome::launch_failed);
  EXPECT_EQ(std::ranges::count(result.trials, Outcome::correct, &Trial::outcome), 2);
}

TEST_F(ArrayTuneTest, AutomaticTuningIsDoneOnce) {
  const Call call{"sum", {{"deterministic", true}}};  // has one schedule: nothing else is to be tried
  const auto tuned = [&] { return plan(call, 1000, Tune::automatic); };
  const Plan first = tuned();
  EXPECT_EQ(first.origin(), Origin::exact);
  EXPECT_EQ(tuned().reason(), first.reason()) << "the same time, so that nothing was measured again";
}

TEST_F(ArrayTuneTest, RefusesWhatNoScheduleFits) {
  options.only = "three_stage.*";
  EXPECT_THROW(tune(), Error);
  EXPECT_THROW(tune_op(*session, array_work({"dot"}, numbers(10)), options), Error);
}

TEST(ArrayTuneKey, WorkIsWhatDecidesSpeed) {
  const DeviceInfo device;
  const auto key = [&](const Call& call, const std::vector<ArrayType>& inputs) {
    return store::key_of(*op::problem_of(array_work(call, inputs)), device);
  };
  const ArrayType flat{SampleType::f32, {1 << 20}}, square{SampleType::f32, {1 << 10, 1 << 10}};
  const ArrayType doubles{SampleType::f64, {1 << 20}};
  EXPECT_EQ(key(sum, {flat}).op, "reduce.sum");
  EXPECT_EQ(key(sum, {flat}).work, "f32 1d");
  EXPECT_EQ(key(sum, {square}).work, "f32 2d");
  EXPECT_EQ(key(sum, {doubles}).work, "f64 1d");
  EXPECT_EQ(key({"sum", {{"deterministic", true}}}, {flat}).work, "f32 1d deterministic=true");
  EXPECT_EQ(key({"saxpy", {{"a", 3.0}}}, {flat, flat}).work, "f32 1d, f32 1d") << "a factor is a value";
  EXPECT_EQ(key(sum, {flat}).size_bucket, 20);
  EXPECT_EQ(key({"dot"}, {flat, flat}).size_bucket, 21);
  EXPECT_EQ(key({"sort"}, {flat}).op, "sort");
}

}  // namespace
}  // namespace lenslet
