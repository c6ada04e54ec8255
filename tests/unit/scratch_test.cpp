// What a plan says that it keeps on the device, for schedules that keep something.
#include <gtest/gtest.h>

#include <lenslet/session.hpp>

namespace lenslet {
namespace {

class Scratch : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
  }

  std::uint64_t of(const std::string& schedule, std::int64_t layers = 1) const {
    OpOptions options;
    options.schedule = schedule;
    return session->plan({"mean"}, {SampleType::u8, 1}, options).scratch_bytes({61, 47}, layers);
  }

  std::optional<Session> session;
};

TEST_F(Scratch, IsNothingWhereNothingIsCopied) {
  EXPECT_EQ(of("buffer.window.single.literal.split.v4.x1.y2.g8x1"), 0U);
}

TEST_F(Scratch, IsTheCopyWithItsBorder) {
  const std::uint64_t row = 128 + 128;  // the left border and the rest begin on cache lines
  EXPECT_EQ(of("buffer.window.single.literal.pad.v4.x1.y2.g8x1"), row * (47 + 2));
  EXPECT_EQ(of("buffer.window.single.literal.pad.v4.x1.y2.g8x1", 3), 3 * row * (47 + 2));
}

TEST_F(Scratch, IsTheImageBetweenTwoPasses) {
  const std::uint64_t row = 128;  // 61 sums of u16, on whole cache lines
  EXPECT_EQ(of("buffer.direct.separated.literal.split.v4.x1.y1.g64x1"), row * 47);
}

TEST_F(Scratch, IsTheCopyInAnotherStorage) {
  if (session->device().image_types.empty()) GTEST_SKIP() << "no image objects of u8";
  EXPECT_EQ(of("image.window.single.literal.split.v4.x1.y2.g8x1"), 2U * 61 * 47) << "packed rows, then the object";
}

}  // namespace
}  // namespace lenslet
