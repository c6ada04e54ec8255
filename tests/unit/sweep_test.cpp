// Work-items that sweep down words, and sums down columns first: who may have them, and that their results are those of
// other schedules to the bit.
#include <gtest/gtest.h>

#include <lenslet/session.hpp>

#include "image_support.hpp"
#include "problem_support.hpp"
#include "stencil/files.hpp"
#include "stencil/space.hpp"
#include "stencil/tile.hpp"

namespace lenslet {
namespace {

const std::string separated_words = "buffer.aligned.separated_window.literal.branch.";

stencil::Problem bytes_of(const Call& call) {
  return problem_of(call, {SampleType::u8, 3}, {});
}

Call square_mean(std::int64_t ksize) {
  return {"mean", {{"ksize", ksize}}};
}

std::string why_not(const std::string& schedule) {
  DeviceInfo device = device_of(DeviceKind::gpu);
  device.local_memory = 49152;
  const auto exclusion = stencil::excluded(parse_schedule(schedule), bytes_of(square_mean(9)), device);
  return exclusion ? exclusion->rule : "";
}

TEST(Sweeps, GoDownWordsByGroupsOfOneRow) {
  EXPECT_EQ(why_not(separated_words + "v8.x1.y17.g64x1.packed"), "");
  EXPECT_EQ(why_not(separated_words + "v8.x1.y128.g64x1.packed"), "");
  EXPECT_EQ(why_not(separated_words + "v8.x2.y17.g64x1.packed"), "sweeping");
  EXPECT_EQ(why_not(separated_words + "v8.x1.y17.g32x2.packed"), "sweeping");
  EXPECT_EQ(why_not(separated_words + "v8.x1.y17.g64x1"), "sweeping");
  EXPECT_EQ(why_not("buffer.aligned.separated_local.literal.branch.v8.x1.y17.g64x1.packed"), "sweeping");
  EXPECT_EQ(why_not("buffer.window.single.literal.branch.v8.x1.y17.g64x1"), "sweeping");
}

TEST(Sweeps, HaveLowBlocksAtEdges) {
  const Schedule high = parse_schedule(separated_words + "v8.x1.y100.g64x1.packed");
  EXPECT_EQ(stencil::rows_at_edge(high), 16);
  EXPECT_EQ(stencil::edge_tile_of(high, bytes_of(square_mean(9))).words, std::int64_t{(16 + 8) * (2 + 2 * 3)});
  EXPECT_EQ(stencil::rows_at_edge(parse_schedule(separated_words + "v8.x1.y7.g64x1.packed")), 7);
}

TEST(Sweeps, LoadFewRowsAheadOfFloats) {
  const auto ahead = [](const std::string& lanes, std::int64_t ksize) {
    return stencil::rows_ahead(parse_schedule(separated_words + "v8.x1.y64.g64x1." + lanes),
                               bytes_of(square_mean(ksize)));
  };
  EXPECT_EQ(ahead("packed", 9), 4);
  EXPECT_EQ(ahead("packed", 3), 2) << "no more than a window has below its first row";
  EXPECT_EQ(ahead("words", 9), 1);
}

bool has_columns_first(const std::string& rest, std::int64_t ksize) {
  const auto files =
      stencil::files_of(bytes_of(square_mean(ksize)), parse_schedule("buffer.aligned." + rest + ".packed"));
  return std::ranges::count(files, "packed_columns.cl") > 0;
}

TEST(ColumnsFirst, AreForPackedWindowsOfFewRows) {
  EXPECT_TRUE(has_columns_first("separated_window.literal.branch.v8.x1.y4.g64x1", 5));
  EXPECT_FALSE(has_columns_first("separated_window.literal.branch.v8.x1.y4.g64x1", 7));
  EXPECT_FALSE(has_columns_first("separated_window.literal.branch.v8.x1.y64.g64x1", 5));
  EXPECT_FALSE(has_columns_first("separated_local.literal.branch.v8.x1.y4.g64x1", 5));
}

class WordsOnDevice : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
  }

  // By one program of each schedule for all sizes.
  void expect_same(const Call& call, const std::vector<Size>& sizes, PixelFormat pixels, Border border,
                   const std::string& schedule) const {
    const auto plan = [&](const std::string& spelling) {
      return session->plan(
          call, pixels, {.border = border, .border_value = {7, 8, 9, 10}, .alpha = Alpha::keep, .schedule = spelling});
    };
    Plan tried = plan(schedule), plain = plan("buffer.window.separated_window.literal.branch.v1.x1.y1.g4x4");
    for (const Size& size : sizes) {
      const auto image = session->upload(pattern(size, pixels, 3));
      EXPECT_TRUE(equal(session->download(tried.run(image).image()), session->download(plain.run(image).image())))
          << call.op << " " << schedule << " border " << static_cast<int>(border) << " " << size.width << "x"
          << size.height;
    }
  }

  std::optional<Session> session;
};

// Items of 8 samples by 19 rows: images lower and narrower than one, of two and a part of one, and rows outside.
TEST_F(WordsOnDevice, SweepLikeOtherSeparatedPasses) {
  const Call gaussian{"gaussian", {{"sigma", 0.9}, {"ksize", std::int64_t{3}}, {"ksize_y", std::int64_t{5}}}};
  expect_same(gaussian, {{1, 1}, {5, 40}, {61, 45}}, {SampleType::u8, 3}, Border::constant,
              separated_words + "v8.x1.y19.g4x1.words");
  expect_same(square_mean(7), {{2, 3}, {61, 45}}, {SampleType::u8, 4, true}, Border::reflect101,
              separated_words + "v8.x1.y20.g4x1.packed");
}

// Of masks with taps below 0 and of ones, with sums that run and that do not.
TEST_F(WordsOnDevice, AddColumnsFirstToTheSameSums) {
  const std::string packed = separated_words + "v8.x1.y2.g4x2.packed";
  expect_same(square_mean(5), {{1, 2}, {61, 13}}, {SampleType::u8, 3}, Border::replicate, packed);
  expect_same({"sobel"}, {{61, 13}}, {SampleType::u8, 1}, Border::wrap, packed);
}

// A row is on its way while the one before is summed, but for tiles at an image's sides.
TEST_F(WordsOnDevice, LoadRowsAheadOfSumsInLocalMemory) {
  const Call gaussian{"gaussian", {{"sigma", 0.9}, {"ksize", std::int64_t{3}}, {"ksize_y", std::int64_t{7}}}};
  expect_same(gaussian, {{4, 5}, {200, 21}}, {SampleType::u8, 1}, Border::replicate,
              "buffer.aligned.separated_local.literal.branch.v8.x2.y2.g2x4.words");
}

}  // namespace
}  // namespace lenslet
