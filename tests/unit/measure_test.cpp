// What a measurement says; how fast is for the benchmarks.
#include <gtest/gtest.h>

#include <lenslet/error.hpp>
#include <lenslet/measure.hpp>

namespace lenslet {
namespace {

TEST(Measurement, CountsBytesPerSecondAtTheMedian) {
  Measurement measurement;
  measurement.time.median_ms = 2;
  measurement.bytes = 6'000'000;
  EXPECT_DOUBLE_EQ(measurement.bytes_per_second(), 3e9);
}

class MeterOnDevice : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
  }
  std::optional<Session> session;
};

TEST_F(MeterOnDevice, MeasuresWhatItProved) {
  Meter meter(*session, {.repeats = 5, .images = 2});
  const Measurement result = meter.measure(image_work({"sobel", {{"both", true}}}, {SampleType::u8, 3}, {90, 40}));
  EXPECT_EQ(result.outcome, Outcome::correct) << result.detail;
  EXPECT_EQ(result.time.samples, 5);
  EXPECT_LE(result.time.low_ms, result.time.median_ms);
  EXPECT_LE(result.time.median_ms, result.time.high_ms);
  EXPECT_GT(result.call_ms, 0);
  EXPECT_EQ(result.bytes, 90u * 40 * 3 * 3) << "one input and two outputs";
}

TEST_F(MeterOnDevice, SaysWhyAScheduleCannotRun) {
  Work work = image_work({"mean"}, {SampleType::f32, 1}, {64, 64});
  work.options.schedule = "buffer.window.fused.literal.split.v4.x1.y4.g64x1";
  const Measurement result = Meter(*session).measure(work);
  EXPECT_EQ(result.outcome, Outcome::excluded);
  EXPECT_NE(result.detail.find("one-mask"), std::string::npos) << result.detail;
  EXPECT_EQ(result.schedule, work.options.schedule);
  EXPECT_EQ(result.time.samples, 0);
}

TEST_F(MeterOnDevice, RefusesToMeasureNothing) {
  EXPECT_THROW(Meter(*session, {.repeats = 0}), Error);
  EXPECT_THROW(Meter(*session, {.images = 0}), Error);
}

}  // namespace
}  // namespace lenslet
