// The borders that belong to windows: `discard`, whose results are the part of any other border's that no window
// leaves, and `centre`, which other tests compare with the reference (tests/ops) and with NumPy (tests/oracle).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>
#include <lenslet/lenslet.hpp>

#include "image_support.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

constexpr Size size{83, 61};

const Session& border_session() {
  static const Session made({.cache = false});
  return made;
}

// A call with its windows' radii.
struct Windowed {
  Call call;
  std::int64_t x, y;
};

// Masks, a rank, an extreme, and one with two results.
std::vector<Windowed> windowed_calls() {
  return {{{"gaussian", {{"sigma", 1.0}, {"ksize", 7L}}}, 3, 3},
          {{"mean", {{"ksize", 9L}, {"ksize_y", 3L}}}, 4, 1},
          {{"median", {{"ksize", 5L}}}, 2, 2},
          {{"dilate", {{"ksize", 3L}}}, 1, 1},
          {{"sobel", {{"both", true}}}, 1, 1}};
}

std::vector<Image> results(const Plan& plan, const Image& image, const RunOptions& options = {}) {
  std::vector<Image> images;
  for (const DeviceImage& result : plan.run(border_session().upload(image), options).images())
    images.push_back(border_session().download(result));
  return images;
}

Plan plan_of(const Call& call, PixelFormat format, const OpOptions& options, Size of = size) {
  return border_session().plan(image_work(call, format, of, options));
}

TEST(DiscardedBorders, LeaveThePartThatNoWindowLeaves) {
  for (const Windowed& each : windowed_calls()) {
    const PixelFormat format{each.x % 2 == 1 ? SampleType::u8 : SampleType::f32, 3};
    const Image image = pattern(size, format);
    const Plan discard = plan_of(each.call, format, {.border = Border::discard});
    const Rect inner{each.x, each.y, size.width - 2 * each.x, size.height - 2 * each.y};
    EXPECT_EQ(std::get<ImageType>(discard.outputs().front()).size, inner.size()) << each.call.op;
    const Plan other = plan_of(each.call, format, {.border = Border::replicate, .schedule = discard.schedule()});
    const std::vector<Image> got = results(discard, image), wanted = results(other, image, {.region = inner});
    ASSERT_EQ(got.size(), wanted.size());
    for (std::size_t i = 0; i < got.size(); ++i) EXPECT_TRUE(equal(got[i], wanted[i])) << each.call.op;
  }
}

TEST(DiscardedBorders, CountRegionsInTheSmallerResult) {
  const PixelFormat format{SampleType::u8, 1};
  const Image image = pattern(size, format);
  const Plan plan = plan_of({"median", {{"ksize", 5L}}}, format, {.border = Border::discard});
  const Image whole = results(plan, image).front(),
              part = results(plan, image, {.region = Rect{70, 40, 9, 17}}).front();
  ASSERT_EQ(whole.size(), (Size{79, 57}));
  for (std::int64_t y = 0; y < 17; ++y)
    for (std::int64_t x = 0; x < 9; ++x) EXPECT_EQ(part.at(x, y, 0), whole.at(70 + x, 40 + y, 0));
  EXPECT_EQ(plan.reads({70, 40, 9, 17}, size), (Rect{70, 40, 13, 21}));
  EXPECT_THAT(refusal([&] { results(plan, image, {.region = Rect{71, 40, 9, 17}}); }), HasSubstr("79 x 57"));
}

TEST(DiscardedBorders, MakeImagesSmallerInPipelines) {
  const PixelFormat format{SampleType::u8, 1};
  const Image image = pattern(size, format);
  const Pipeline twice = Pipeline::parse(
      "mean ksize=3 border=discard | invert | median ksize=5 border=discard | sobel border=centre ddepth=u8");
  const Image got = border_session().run(twice, image).images.front();
  EXPECT_EQ(got.size(), (Size{77, 55}));
  Image step = border_session().run({"mean", {{"ksize", 3L}}}, image, {.border = Border::discard}).images.front();
  step = border_session().run({"invert", {}}, step).images.front();
  step = border_session().run({"median", {{"ksize", 5L}}}, step, {.border = Border::discard}).images.front();
  step = border_session().run({"sobel", {}}, step, {.border = Border::centre, .ddepth = SampleType::u8}).images.front();
  EXPECT_TRUE(equal(got, step));
}

TEST(DiscardedBorders, NeedALargerImageThanTheWindow) {
  const auto refused = [](const Call& call, Size of) {
    return refusal([&] { plan_of(call, {SampleType::u8, 1}, {.border = Border::discard}, of); });
  };
  EXPECT_THAT(refused({"mean", {{"ksize", 9L}}}, {8, 100}),
              HasSubstr("leaves no pixel of 8 x 100 by windows of 9 x 9"));
  const Image image = pattern({16, 16}, {SampleType::u8, 1});
  const PyramidOptions options{.octaves = 1, .levels = 1, .sigmas = {1}, .border = Border::discard};
  EXPECT_THAT(refusal([&] { Pyramid::build(border_session(), image, options); }),
              HasSubstr("allowed: any other border"));
}

TEST(CentreBorder, PutsTheCentreInThePlaceOfWhatIsMissing) {
  Image image({3, 1}, {SampleType::f32, 1});
  for (std::int64_t x = 0; x < 3; ++x) image.set(x, 0, 0, 9.0 * static_cast<double>(x * x + 1));  // 9, 18, 45
  const Image got = border_session().run({"mean", {{"ksize", 3L}}}, image, {.border = Border::centre}).images.front();
  EXPECT_NEAR(got.at(0, 0, 0), (8 * 9 + 18) / 9.0, 1e-4);
  EXPECT_NEAR(got.at(1, 0, 0), (7 * 18 + 9 + 45) / 9.0, 1e-4);
  EXPECT_NEAR(got.at(2, 0, 0), (8 * 45 + 18) / 9.0, 1e-4);
}

}  // namespace
}  // namespace lenslet
