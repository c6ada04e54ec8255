// Plans of array ops: schedules, and what they refuse.
#include <thread>

#include <gtest/gtest.h>

#include <lenslet/session.hpp>

#include "refusal.hpp"

namespace lenslet {
namespace {

Array first_of(const Session& session, const DeviceResults& results) {
  return session.download(results.array());
}

class DeviceArrayPlan : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  }
};

TEST_F(DeviceArrayPlan, RunsAsOftenAsWanted) {
  const Session session;
  const Plan plan = session.plan(array_work({"sum"}, {{SampleType::i32, {4}}}));
  for (std::int32_t first : {1, 5}) {
    const DeviceArray x = session.upload(Array::of<std::int32_t>({first, 2, 3, 4}));
    EXPECT_EQ(first_of(session, plan.run(x)).at(0), first + 9);
  }
}

// Groups whose sums meet in memory that the plan keeps.
TEST_F(DeviceArrayPlan, CountsFromZeroInEachRun) {
  const Session session;
  const ArrayType type{SampleType::u8, {100003}};
  const Plan plan =
      session.plan(array_work({"histogram"}, {type}, "local.atomic.prefetch.copies2.group64.groups4.items1.v1"));
  for (const int value : {7, 7, 255}) {
    Array x(type);
    for (std::int64_t i = 0; i < x.count(); i += 2) x.set(i, value);
    const Array counts = first_of(session, plan.run(session.upload(x)));
    EXPECT_EQ(counts.at(0), 50001);
    EXPECT_EQ(counts.at(value), 50002);
  }
}

// A fit waits for the device several times in a launch.
TEST_F(DeviceArrayPlan, ServesThreadsAtTheSameTime) {
  const Session session;
  const ArrayType type{SampleType::f32, {1000}};
  const Plan plan = session.plan(array_work({"fit"}, {type, type}));
  std::vector<double> slopes(4);
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread)
      threads.emplace_back([&, thread] {
        Array x(type), y(type);
        for (std::int64_t i = 0; i < x.count(); ++i) x.set(i, static_cast<double>(i)), y.set(i, thread * x.at(i));
        const std::vector<DeviceValue> inputs{session.upload(x), session.upload(y)};
        for (int again = 0; again < 5; ++again)
          slopes[static_cast<std::size_t>(thread)] = first_of(session, plan.run(inputs)).at(1);
      });
  }
  for (int thread = 0; thread < 4; ++thread) EXPECT_NEAR(slopes[static_cast<std::size_t>(thread)], thread, 1e-4);
}

TEST_F(DeviceArrayPlan, HasTheScheduleThatIsForced) {
  const Session session;
  const std::vector<ArrayType> types{{SampleType::f32, {100}}};
  const std::string last = array_schedules(session, {"sum"}, types).back();  // the first is the untuned one
  EXPECT_EQ(session.plan(array_work({"sum"}, types, last)).schedule(), last);
}

TEST_F(DeviceArrayPlan, NamesTheWordOfAScheduleThatIsWrong) {
  const Session session;
  const auto with = [&](const std::string& schedule) {
    return refusal([&] { session.plan(array_work({"sum"}, {{SampleType::f32, {100}}}, schedule)); });
  };
  EXPECT_EQ(with("two_stage"),
            "schedule 'two_stage': word 2 (combine) is missing, allowed: tree, subgroup. The form is "
            "FINISH.COMBINE.ACCESS.groupN.groupsN.itemsN.vN");
  EXPECT_NE(with("two_stag.tree.chunk.group1.groups1.items1.v1").find("word 1 (finish) is 'two_stag', allowed: "),
            std::string::npos);
  EXPECT_NE(with("two_stage.tree.chunk.group3.groups1.items1.v1").find("word 4 (group) is 'group3', allowed: group1, "),
            std::string::npos);
}

TEST_F(DeviceArrayPlan, TakesOnlyItsOwnShapes) {
  const Session session;
  const Plan plan = session.plan(array_work({"sum"}, {{SampleType::f32, {4}}}));
  const auto refused = [&](const std::vector<DeviceValue>& inputs) { return refusal([&] { plan.run(inputs); }); };
  EXPECT_EQ(refused({session.upload(Array({SampleType::f32, {5}}))}), "the input is f32 [5], this plan is for f32 [4]");
  EXPECT_EQ(refused({}), "0 inputs, this plan has 1");
  EXPECT_EQ(refused({session.upload(Image({2, 2}, {SampleType::f32, 1}))}),
            "the input is f32 x 1 of 2 x 2, this plan is for f32 [4]");
}

TEST_F(DeviceArrayPlan, SaysWhatAnOpRefuses) {
  const Session session;
  const auto run = [&](const Call& call, const std::vector<Array>& inputs) {
    return refusal([&] { session.run(call, inputs); });
  };
  const Array empty({SampleType::f32, {0}}), three = Array::of<float>({1, 2, 3});
  EXPECT_EQ(run({"min"}, {empty}), "min of an empty array; allowed: 1 element and more");
  EXPECT_NE(run({"summ"}, {three}).find("did you mean 'sum'?"), std::string::npos);
  EXPECT_EQ(run({"dot"}, {three}), "dot: 1 inputs, allowed: 2 (x, y)");
  EXPECT_EQ(run({"dot"}, {three, Array::of<double>({1, 2, 3})}),
            "dot: x is f32 [3], y is f64 [3]; allowed: the same type and shape");
  EXPECT_NE(run({"variance", {{"ddof", std::int64_t{3}}}}, {three}).find("ddof is 3"), std::string::npos);
}

TEST_F(DeviceArrayPlan, RefusesWhatNoBufferHolds) {
  const Session session;
  const auto count = static_cast<std::int64_t>(session.device().max_allocation / 4 + 1);
  const ArrayType large{SampleType::f32, {count}}, column{SampleType::f32, {count, 1}}, row{SampleType::f32, {1, 1}};
  const auto says = [](auto use) { return refusal(use, ErrorKind::unsupported).find("in one buffer"); };
  EXPECT_NE(says([&] { session.allocate(large); }), std::string::npos);
  EXPECT_NE(says([&] { session.plan(array_work({"sum"}, {large})); }), std::string::npos);
  EXPECT_NE(says([&] { check_device_memory(session, array_work({"matmul"}, {column, row})); }), std::string::npos);
}

TEST_F(DeviceArrayPlan, RefusesResultsThatNobodyCounts) {
  const std::int64_t side = std::int64_t{1} << 40;
  const auto call = [&] {
    work_outputs(array_work({"matmul"}, {{SampleType::f32, {side, 0}}, {SampleType::f32, {0, side}}}));
  };
  EXPECT_NE(refusal(call).find("[1099511627776, 1099511627776]; allowed: up to"), std::string::npos);
}

TEST_F(DeviceArrayPlan, AddsTheSameBitsWhateverTheRun) {
  const Session session;
  Array x({SampleType::f32, {100003}});
  for (std::int64_t i = 0; i < x.count(); ++i) x.set(i, 1.0 / static_cast<double>(i + 1));
  const Call call{"sum", {{"deterministic", true}}};
  const double first = session.run(call, {x}).arrays[0].at(0);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(session.run(call, {x}).arrays[0].at(0), first);
}

}  // namespace
}  // namespace lenslet
