// Images of more pixels than 31 and 32 bits count, which nobody holds: their rows are made when they are asked for, and
// results are compared with those of few rows.
#include <lenslet/strips.hpp>

#include <cstring>

#include <gtest/gtest.h>

#include <lenslet/merging.hpp>
#include <lenslet/ops.hpp>

#include "effort.hpp"
#include "image_support.hpp"
#include "strips_support.hpp"

namespace lenslet {
namespace {

constexpr PixelFormat samples{SampleType::u8, 1};
constexpr std::int64_t width = 1'000'003;
constexpr std::int64_t period = 17;  // rows after which the image is the same; no strips are so high
constexpr std::int64_t height_beyond_31 = period * 127, height_beyond_32 = period * 253;
static_assert(width * height_beyond_31 > std::int64_t{1} << 31 && width * height_beyond_32 > std::int64_t{1} << 32);

class LargeStrips : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace();
    for (std::size_t i = 0; i < levels.size(); ++i) levels[i] = static_cast<std::byte>((i * i * 7 + i * 31) >> 4);
  }

  // Each row begins elsewhere in the same levels.
  ReadRows rows() const {
    return [this](std::int64_t first, std::int64_t count, std::byte* to) {
      for (std::int64_t y = first; y < first + count; ++y, to += width)
        std::memcpy(to, levels.data() + y % period * 1009, static_cast<std::size_t>(width));
    };
  }

  // The whole result of an image of three periods, whose middle has the rows of all others but those at the edges.
  Image small_result(const Call& call) const {
    Image image({width, 3 * period}, samples);
    rows()(0, image.height(), image.data());
    return session->run(call, image).images.front();
  }

  void expect_rows_of(const Call& call, std::int64_t height) const {
    const Image small = small_result(call);
    Strips strips(*session, session->plan(call, samples), {{samples, {width, height}}}, {rows()},
                  {.memory = 200'000'000});
    std::int64_t y = 0, wrong = 0;
    while (const std::optional<Result> strip = strips.next())
      for (std::int64_t k = 0; k < strip->images.front().height(); ++k, ++y) {
        const std::int64_t like = y < period ? y : y >= height - period ? y - height + 3 * period : period + y % period;
        wrong += std::memcmp(strip->images.front().row(k), small.row(like), static_cast<std::size_t>(width)) != 0;
      }
    EXPECT_EQ(y, height) << call.op;
    EXPECT_EQ(wrong, 0) << call.op << " of " << width << " x " << height;
  }

  std::optional<Session> session;
  std::vector<std::byte> levels = std::vector<std::byte>(static_cast<std::size_t>(width) + period * 1009);
};

TEST_F(LargeStrips, HaveMorePixelsThan31BitsCount) {
  expect_rows_of({"mean"}, height_beyond_31);
}

TEST_F(LargeStrips, HaveMorePixelsThan32BitsCount) {
  expect_rows_of({"invert"}, height_beyond_32);
  if (effort() >= 3) expect_rows_of({"mean"}, height_beyond_32);
}

// A histogram of so many pixels: all but one are at two levels, of which the least is counted 2^32 times and more.
TEST_F(LargeStrips, AreCountedInMoreThan32Bits) {
  if (effort() < 3) GTEST_SKIP() << "for LENSLET_EFFORT=3";
  const ImageType type{samples, {width, 2 * height_beyond_32}};
  const auto halves = [](std::int64_t first, std::int64_t count, std::byte* to) {
    for (std::int64_t y = first; y < first + count; ++y, to += width)
      std::memset(to, y % 2 == 0 ? 20 : 200, static_cast<std::size_t>(width));
  };
  const Work known = merged(*session, {ops::Otsu{}, {type}}, {halves});
  EXPECT_EQ(known.call.op, "threshold");
  EXPECT_EQ(std::get<double>(known.call.arguments.at("level")), 20.0);
  const Work equalized = merged(*session, {ops::Equalize{}, {type}}, {halves});
  const auto& table = std::get<Numbers>(equalized.call.arguments.at("table"));
  EXPECT_EQ(Numbers(table.end() - 2, table.end()), Numbers({255, 255}))
      << "all above the least level are at the greatest";
}

}  // namespace
}  // namespace lenslet
