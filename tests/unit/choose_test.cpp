// Where a plan's schedule comes from: forced, stored for this case, stored for a near one, the device class's default.
#include <lenslet/session.hpp>

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>

#include "ocl_test_support.hpp"
#include "session/problem.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

const Call gaussian_call{"gaussian", {{"ksize", std::int64_t{5}}}};
constexpr PixelFormat one_float{SampleType::f32, 1};
constexpr Size tuned_size{512, 512};

Schedule with_rows(int items_y) {
  Schedule schedule = parse_schedule("buffer.window.single.literal.clamp.v1.x1.y1.g16x1");
  schedule.items_y = items_y;
  return schedule;
}

std::string rows(int items_y) {
  return to_string(with_rows(items_y));
}

Trial timed(const std::string& schedule, double ms) {
  return {schedule, Outcome::correct, {ms, ms * 0.99, ms * 1.01, 5}, {}};
}

class ChooseTest : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    SessionOptions options;
    options.data_directory = directory_.path();
    session_.emplace(options);
  }
  const Session& session() const { return *session_; }
  const std::filesystem::path& directory() const { return directory_.path(); }

  store::Key key(Size measured = tuned_size) const {
    return store::key_of(*op::problem_of(image_work(gaussian_call, one_float, measured)), session().device());
  }
  void store(const store::Key& key, const Trial& trial) const { state_of(session()).store.add(key, trial); }
  Plan plan(Tune tune = Tune::cached) const {
    OpOptions options;
    options.tune = tune;
    options.size = tuned_size;
    return session().plan(gaussian_call, one_float, options);
  }
  void expect(const std::string& schedule, Origin origin, const std::string& reason) const {
    const Plan ready = plan();
    EXPECT_EQ(ready.schedule(), schedule);
    EXPECT_EQ(ready.origin(), origin) << name_of(ready.origin());
    EXPECT_THAT(ready.reason(), HasSubstr(reason));
  }

 private:
  ocl::TemporaryDirectory directory_;
  std::optional<Session> session_;
};

TEST_F(ChooseTest, WithoutTuningTheDefaultHoldsAndNothingIsMade) {
  EXPECT_EQ(plan().origin(), Origin::device_class);
  EXPECT_THAT(plan().reason(), HasSubstr("default for"));
  EXPECT_TRUE(std::filesystem::is_empty(directory()));
}

TEST_F(ChooseTest, TheNearestOfWhatWasStoredHolds) {
  store::Key far = key({4096, 4096});
  far.device = "its elder sister";
  store(far, timed(rows(2), 9));
  expect(rows(2), Origin::same_architecture, "its elder sister: 9.000 ms for 4096 x 4096");
  far = key({4096, 4096});
  far.driver = "of last year";
  store(far, timed(rows(4), 8));
  expect(rows(4), Origin::other_driver, "under another driver (of last year): 8.000 ms");
  store(key({4096, 4096}), timed(rows(8), 7));
  expect(rows(8), Origin::nearest_size, "nearest size: 7.000 ms for 4096 x 4096");
  store(key(), timed(rows(1), 0.5));
  expect(rows(1), Origin::exact, "tuned on this device: 0.500 ms for 512 x 512");
}

TEST_F(ChooseTest, AForcedScheduleAndNoTuningPassTheStoreBy) {
  store(key(), timed(rows(1), 1));
  EXPECT_EQ(plan(Tune::off).origin(), Origin::device_class);
  OpOptions options;
  options.schedule = rows(2);
  const Plan forced = session().plan(gaussian_call, one_float, options);
  EXPECT_EQ(forced.origin(), Origin::forced);
  EXPECT_EQ(forced.schedule(), rows(2));
  options.schedule = "buffer.window.fused.literal.clamp.v1.x1.y1.g16x1";
  EXPECT_THROW(session().plan(gaussian_call, one_float, options), Error);
}

TEST_F(ChooseTest, WhatARuleExcludesOrQuarantineHoldsIsPassedOver) {
  Schedule impossible = with_rows(1);
  impossible.group_width = 1 << 28;
  store(key(), timed(to_string(impossible), 0.1));
  EXPECT_EQ(plan().origin(), Origin::device_class);
  store(key(), timed(rows(2), 1));
  store(key(), timed(rows(4), 2));
  store(key({64, 64}), {rows(2), Outcome::wrong, {}, "one pixel is off"});
  expect(rows(4), Origin::exact, "tuned on this device");
}

TEST_F(ChooseTest, RunLooksUpTheImagesSize) {
  store(key({64, 64}), timed(rows(2), 1));
  store(key({2048, 2048}), timed(rows(4), 1));
  EXPECT_EQ(session().run(gaussian_call, Image({60, 60}, one_float)).schedule, rows(2));
  EXPECT_EQ(session().run(gaussian_call, Image({60, 60}, one_float)).origin, Origin::exact);
  EXPECT_EQ(session().plan(gaussian_call, one_float).schedule(), rows(4)) << "without a size";
}

// Results are the same to the bit where what was stored sums in the default's order
// (docs/adr/0003-schedules-agree-to-the-bit.md).
TEST_F(ChooseTest, AResultIsTheSameWhateverWasStored) {
  Image image({61, 37}, one_float);
  for (std::int64_t y = 0; y < 37; ++y)
    for (std::int64_t x = 0; x < 61; ++x) image.set(x, y, 0, static_cast<double>((x * 31 + y * 17) % 101) / 101);
  const Result first = session().run(gaussian_call, image);
  Schedule stored = with_rows(4);
  stored.passes = parse_schedule(first.schedule).passes;
  store(key(image.size()), timed(to_string(stored), 1));
  const Result second = session().run(gaussian_call, image);
  ASSERT_EQ(second.schedule, to_string(stored));
  const Image &untuned = first.images.front(), &tuned = second.images.front();
  for (std::int64_t y = 0; y < 37; ++y)
    for (std::int64_t x = 0; x < 61; ++x) ASSERT_EQ(tuned.at(x, y, 0), untuned.at(x, y, 0));
}

TEST_F(ChooseTest, AStoreThatCannotBeReadIsReported) {
  EXPECT_EQ(session().tuning_problem(), "");
  std::ofstream(directory() / "tuning.sqlite") << "the diary of somebody else";
  EXPECT_EQ(plan().origin(), Origin::device_class);
  EXPECT_THAT(session().tuning_problem(), HasSubstr("tuning.sqlite.bad-1"));
}

}  // namespace
}  // namespace lenslet
