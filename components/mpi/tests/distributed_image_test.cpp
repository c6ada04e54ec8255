// Images in blocks: their margins, passes of filters with few and many exchanges, gathered rows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <lenslet/ops.hpp>

#include "image_support.hpp"
#include "refusal.hpp"
#include "shared_ranks.hpp"

namespace lenslet::mpi {
namespace {

using testing::HasSubstr;

constexpr PixelFormat rgb{SampleType::u8, 3};
constexpr Size block_photo{61, 74};

Image part(const Image& image, const Rect& rect) {
  Image cut(rect.size(), image.format());
  const std::int64_t begin = rect.x * static_cast<std::int64_t>(image.format().bytes());
  for (std::int64_t y = 0; y < rect.height; ++y)
    std::memcpy(cut.row(y), image.row(rect.y + y) + begin, static_cast<std::size_t>(cut.stride()));
  return cut;
}

Image gathered(const DistributedImage& image) {
  Image all(image.whole().size, image.whole().format);
  image.gather([&](const ReadRows& rows) {
    for (std::int64_t y = 0; y < all.height(); ++y) rows(y, 1, all.row(y));
  });
  return all;
}

class Distributed : public testing::Test {
 protected:
  DistributedImage of(const Image& image, const GridOptions& options) const {
    DistributedImage made(ranks, session, {image.format(), image.size()}, options);
    made.fill([&](const Rect& block) { return part(image, block); });
    return made;
  }

  // Each shape of a grid for this number of ranks.
  std::vector<GridOptions> grids(std::int64_t margin) const {
    std::vector<GridOptions> all{{0, 0, margin}};
    for (int columns = 1; columns <= ranks.count(); ++columns)
      if (ranks.count() % columns == 0) all.push_back({columns, 0, margin});
    return all;
  }

  const Ranks& ranks = shared_ranks();
  const Session session;
};

TEST_F(Distributed, RowsComeBackAsTheyWere) {
  const Image photo = pattern(block_photo, rgb, 1);
  for (const GridOptions& grid : grids(3)) {
    DistributedImage image = of(photo, grid);
    EXPECT_EQ(image.grid().columns * image.grid().rows, ranks.count());
    image.exchange();
    EXPECT_TRUE(equal(image.download(), part(photo, image.block())));
    const Image all = gathered(image);
    EXPECT_TRUE(ranks.rank() > 0 || equal(all, photo));
  }
}

TEST_F(Distributed, RowsOfAFileGoIntoBlocks) {
  const Image photo = pattern(block_photo, rgb, 1);
  DistributedImage image(ranks, session, {rgb, block_photo});
  image.fill_from_rows([&](std::int64_t first, std::int64_t rows, std::byte* to) {
    std::memcpy(to, photo.row(first), static_cast<std::size_t>(rows * photo.stride()));
  });
  EXPECT_TRUE(equal(image.download(), part(photo, image.block())));
}

// Corners matter for a square window that is no product of two. Floats show each difference in the order of sums.
TEST_F(Distributed, PassesHaveTheBitsOfTheWhole) {
  const Image photo = pattern(block_photo, {SampleType::f32, 1}, 1);
  const Plan blur = session.plan(ops::Gaussian{.sigma = 1, .ksize = 5}, photo.format());
  Image whole = photo;
  for (int i = 0; i < 7; ++i) whole = session.download(blur.run(session.upload(whole)).image());
  for (const GridOptions& grid : grids(8))
    for (const std::int64_t passes : {1, 3, 4, 0}) {
      DistributedImage image = of(photo, grid);
      const IterationReport report = image.iterate(blur, 7, {.passes_per_exchange = passes});
      EXPECT_TRUE(equal(image.download(), part(whole, image.block()))) << grid.columns << " columns, " << passes;
      EXPECT_EQ(report.passes, 7);
      EXPECT_TRUE(passes == 0 || report.exchanges == (7 + passes - 1) / passes) << report.exchanges;
      EXPECT_GE(report.computed_pixels, 7 * image.block().width * image.block().height);
    }
}

TEST_F(Distributed, WindowsThatAreNoSquareToo) {
  const Image photo = pattern(block_photo, rgb, 1);
  const Plan median = session.plan(ops::Median{}, rgb, {.border = Border::replicate});
  Image whole = photo;
  for (int i = 0; i < 4; ++i) whole = session.download(median.run(session.upload(whole)).image());
  DistributedImage image = of(photo, {.margin = 2});
  image.iterate(median, 4, {.passes_per_exchange = 2});
  EXPECT_TRUE(equal(image.download(), part(whole, image.block())));
}

TEST_F(Distributed, SayWhatDoesNotWork) {
  const Image photo = pattern(block_photo, rgb, 1);
  const auto message = [&](const GridOptions& options) {
    return refusal([&] { of(photo, options); }, ErrorKind::invalid_argument);
  };
  EXPECT_THAT(message({.columns = 64}), HasSubstr("allowed is one a rank"));
  EXPECT_THAT(message({.margin = -1}), HasSubstr("allowed are numbers from 0"));
  if (ranks.count() == 1) return;
  EXPECT_THAT(message({.margin = 60}),
              HasSubstr("a margin of 60 pixels round blocks of which the smallest has a side of"));
  DistributedImage image = of(photo, {.margin = 4});
  const Plan blur = session.plan(ops::Mean{.ksize = 5}, rgb), grey = session.plan({"grey"}, rgb);
  const auto pass = [&](const Plan& plan, std::int64_t passes, std::int64_t each) {
    return refusal([&] { image.iterate(plan, passes, {.passes_per_exchange = each}); }, ErrorKind::invalid_argument);
  };
  EXPECT_THAT(pass(blur, 9, 3), HasSubstr("3 passes between exchanges read 6 pixels round a block; the margin is 4"));
  EXPECT_THAT(pass(blur, -1, 1), HasSubstr("-1 passes"));
  const Plan halved = session.plan(Work{{"resize", {{"size", Size{61, 74}}}}, {ImageType{rgb, {122, 148}}}, {}});
  EXPECT_THAT(pass(halved, 1, 1), HasSubstr("passes of a plan that does not make u8 x 3 of 61 x 74"));
  EXPECT_THAT(pass(grey, 1, 1), HasSubstr("passes of a plan that does not make u8 x 3 of 61 x 74"));
}

}  // namespace
}  // namespace lenslet::mpi
