// Plans for a format alone, which get faster on a size that comes again.
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/ops.hpp>
#include <lenslet/session.hpp>

#include "image_support.hpp"
#include "session/later_plans.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

class LaterPlans : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
    if (session->device().kind != DeviceKind::cpu) GTEST_SKIP() << "its defaults hardly depend on sizes";
  }

  ReadyPlanPtr found(const Plan& plan, Size size) const { return internal::Access::state(plan).sizes->known(size); }

  // Runs the plan so often that the size counts as one that comes again.
  Image run(const Plan& plan, const Image& image) const {
    const DeviceImage on_device = session->upload(image);
    for (int i = 0; i < 3; ++i) plan.run(on_device);
    state_of(*session).background.wait();
    return session->download(plan.run(on_device).image());
  }

  static constexpr Size small{96, 64};
  std::optional<Session> session;
};

TEST_F(LaterPlans, ServeASizeThatComesAgainAsAPlanForThatSize) {
  const Image image = pattern(small, {SampleType::u8, 1});
  const Call call = ops::Gaussian{.sigma = 1};
  const Plan plan = session->plan(call, image.format());
  const Plan sized = session->plan(call, image.format(), {.size = small});
  ASSERT_NE(plan.schedule(), sized.schedule());
  const Image before = session->download(plan.run(session->upload(image)).image());
  EXPECT_FALSE(found(plan, small));
  const Image after = run(plan, image);
  ASSERT_TRUE(found(plan, small));
  EXPECT_EQ(found(plan, small)->choice.schedule.spelling(), sized.schedule());
  EXPECT_FALSE(found(plan, {96, 65}));
  EXPECT_EQ(internal::Access::state(sized).sizes, nullptr);
  EXPECT_TRUE(equal(before, session->download(sized.run(session->upload(image)).image())));
  EXPECT_TRUE(equal(before, after));
}

TEST_F(LaterPlans, KeepTheirBitsWhereAnotherOrderOfSumsWouldBeFaster) {
  for (const int side : {3, 5, 9}) {
    const Image image = pattern(small, {SampleType::f32, 1});
    const Plan plan = session->plan(ops::Gaussian{.sigma = 0.7, .ksize = side}, image.format());
    const Image before = session->download(plan.run(session->upload(image)).image());
    EXPECT_TRUE(equal(before, run(plan, image))) << side << ", " << plan.schedule();
  }
}

TEST_F(LaterPlans, AreMadeByNoSessionThatMayNotCompile) {
  const Image image = pattern(small, {SampleType::u8, 1});
  session.emplace(SessionOptions{.cache = false, .background = false});
  const Plan plan = session->plan(ops::Gaussian{.sigma = 1}, image.format());
  const int compiled = session->program_counts().compiled;
  run(plan, image);
  EXPECT_EQ(session->program_counts().compiled, compiled);
  EXPECT_FALSE(found(plan, small));
}

TEST_F(LaterPlans, AForcedScheduleIsTheOnlyOne) {
  const Image image = pattern(small, {SampleType::u8, 1});
  const std::string other = session->plan(ops::Gaussian{.sigma = 1}, image.format()).schedule();
  const Plan plan = session->plan(ops::Gaussian{.sigma = 1}, image.format(), {.schedule = other});
  run(plan, image);
  EXPECT_FALSE(found(plan, small));
}

// What is quarantined is what ran, and strips run what they count the memory of.
TEST_F(LaterPlans, AreToldApartFromThePlanOfEverySize) {
  const Image image = pattern(small, {SampleType::u8, 1});
  const Plan plan = session->plan(ops::Gaussian{.sigma = 1}, image.format());
  const ReadyPlanPtr own = internal::Access::state(plan).ready;
  plan.run(session->upload(image));
  EXPECT_EQ(launched_last(plan), own);
  run(plan, image);
  EXPECT_EQ(launched_last(plan), found(plan, small));
  EXPECT_EQ(internal::Access::state(without_sizes(plan)).sizes, nullptr);
  EXPECT_EQ(internal::Access::state(without_sizes(plan)).ready, own);
}

TEST_F(LaterPlans, CountTheirMemory) {
  const Image image = pattern(small, {SampleType::u8, 1});
  const Plan plan = session->plan(ops::Gaussian{.sigma = 1}, image.format());
  const std::uint64_t before = plan.scratch_bytes(small);
  run(plan, image);
  const Plan sized = session->plan(ops::Gaussian{.sigma = 1}, image.format(), {.size = small});
  EXPECT_EQ(plan.scratch_bytes(small), before + sized.scratch_bytes(small));
}

}  // namespace
}  // namespace lenslet
