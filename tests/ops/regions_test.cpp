// Labels, distances and regions: results that can be counted by hand, images of i32 as results and inputs, images and
// arrays together, and what is refused.
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/ops.hpp>

#include "refusal.hpp"
#include "support.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

Image drawn(const std::vector<std::string>& rows, SampleType type = SampleType::u8) {
  Image image({static_cast<std::int64_t>(rows.front().size()), static_cast<std::int64_t>(rows.size())}, {type, 1});
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x) {
      const char c = rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
      image.set(x, y, 0, c == '.' ? 0 : c - '0');
    }
  return image;
}

std::vector<std::string> digits_of(const Image& image) {
  std::vector<std::string> rows(static_cast<std::size_t>(image.height()));
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x)
      rows[static_cast<std::size_t>(y)] +=
          image.at(x, y, 0) == 0 ? '.' : static_cast<char>('0' + static_cast<int>(image.at(x, y, 0)));
  return rows;
}

using Rows = std::vector<std::string>;

class RegionOps : public DeviceTest {
 protected:
  static Image made(const Call& call, const std::vector<Image>& inputs) {
    return session().run(call, inputs).images.front();
  }
  static std::string refused(const Call& call, const std::vector<Image>& inputs) {
    return refusal([&] { session().run(call, inputs); });
  }
};

TEST_F(RegionOps, LabelsFollowRows) {
  const Image image = drawn({"..1.1", "11..1", "..1..", "1...1"});
  const Image labels = made({"label"}, {image});
  EXPECT_EQ(labels.format(), (PixelFormat{SampleType::i32, 1}));
  EXPECT_EQ(digits_of(labels), (Rows{"..1.2", "33..2", "..4..", "5...6"}));
  const Image joined = made({"label", {{"neighbours", std::string("8")}}}, {image});
  EXPECT_EQ(digits_of(joined), (Rows{"..1.2", "11..2", "..1..", "3...4"}));
  EXPECT_EQ(digits_of(made({"label"}, {labels})), digits_of(labels)) << "of an image of i32";
}

TEST_F(RegionOps, WhatStripsSayOfSeamsIsNoParameterOfOthers) {
  for (const char* op :
       {"label", "median | label", "hysteresis", "canny", "fill_holes", "remove_small", "watershed", "median | canny"})
    for (const Parameter& parameter : find_op(op).parameters)
      EXPECT_THAT(parameter.name, testing::Not(testing::ContainsRegex("seams|kept|marks|flood"))) << op;
}

TEST_F(RegionOps, PagesAreNeighboursInVolumes) {
  const Image volume = drawn({"1..", "..1", "1..", ".1."});  // two pages of two rows
  const auto labelled = [&](const char* neighbours) {
    return digits_of(made({"label", {{"pages", std::int64_t{2}}, {"neighbours", std::string(neighbours)}}}, {volume}));
  };
  EXPECT_EQ(labelled("6"), (Rows{"1..", "..2", "1..", ".3."}));
  EXPECT_EQ(labelled("auto"), labelled("6"));
  EXPECT_EQ(labelled("18"), (Rows{"1..", "..1", "1..", ".1."}));
  EXPECT_EQ(labelled("4"), (Rows{"1..", "..2", "3..", ".4."}));
  EXPECT_EQ(digits_of(made({"distance_transform", {{"pages", std::int64_t{3}}, {"metric", std::string("l1")}}},
                           {drawn({"11", "11", ".1"})})),
            (Rows{"23", "12", ".1"}));
}

TEST_F(RegionOps, LabelsAreTheSameByStrips) {
  Image image({90, 600}, {SampleType::u16, 1});
  for (std::int64_t y = 0; y < 600; ++y)
    for (std::int64_t x = 0; x < 90; ++x) image.set(x, y, 0, (x * 7 + y * 3) % 11 < 6 || x % 30 == 4 ? 9 : 0);
  for (const char* neighbours : {"4", "8"}) {
    const Call call{"label", {{"neighbours", std::string(neighbours)}}};
    const Image whole = made(call, {image});
    const Image strips = session().run(call, image, {.memory = 1 << 20}).image();
    for (std::int64_t y = 0; y < 600; ++y)
      for (std::int64_t x = 0; x < 90; ++x) ASSERT_EQ(strips.at(x, y, 0), whole.at(x, y, 0)) << x << ", " << y;
  }
  EXPECT_THAT(refusal([&] {
                session().run(Call{"label", {{"pages", std::int64_t{2}}}}, image, {.memory = 100'000});
              }),
              HasSubstr("label must see its input whole"));
}

TEST_F(RegionOps, ACountIsAnArrayBesideTheImage) {
  const Result result = session().run(Call{"label", {{"count", true}}}, {drawn({"1.1", "..1"})});
  ASSERT_EQ(result.images.size(), 1U);
  ASSERT_EQ(result.arrays.size(), 1U);
  EXPECT_EQ(result.arrays.front().at(0), 2);
}

TEST_F(RegionOps, DistancesToTheNearestZero) {
  const Image image = drawn({"1111", "1111", "111."});
  EXPECT_EQ(digits_of(made({"distance_transform", {{"metric", std::string("l1")}}}, {image})),
            (Rows{"5432", "4321", "321."}));
  EXPECT_EQ(digits_of(made({"distance_transform", {{"metric", std::string("chessboard")}}}, {image})),
            (Rows{"3222", "3211", "321."}));
  EXPECT_NEAR(made({"distance_transform"}, {drawn({"111", "111", "11."})}).at(1, 1, 0), std::sqrt(2.0), 2e-7);
  EXPECT_EQ(made({"distance_transform"}, {drawn({"11"})}).at(0, 0, 0), std::numeric_limits<double>::infinity());
}

TEST_F(RegionOps, MasksAreCleaned) {
  const Image holes = made({"fill_holes"}, {drawn({".111.", ".1.1.", ".111.", "..1.1"}, SampleType::f32)});
  EXPECT_EQ(digits_of(holes), (Rows{".111.", ".111.", ".111.", "..1.1"}));
  const Image large = made({"remove_small", {{"area", std::int64_t{3}}}}, {drawn({"77..5", "7...5", "..6.."})});
  EXPECT_EQ(digits_of(large), (Rows{"77...", "7....", "....."}));
}

TEST_F(RegionOps, StatisticsAreATable) {
  const Image labels = drawn({"11.", ".13"}, SampleType::i32), image = drawn({"249", "938"});
  const Result result = session().run(Call{"region_statistics", {{"regions", std::int64_t{3}}}}, {labels, image});
  const Array& table = result.arrays.front();
  EXPECT_EQ(table.type(), (ArrayType{SampleType::f64, {3, 11}}));
  const std::vector<double> first{1, 3, 0, 0, 2, 2, 2.0 / 3, 1.0 / 3, 3, 2, 4};
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(table.at(static_cast<std::int64_t>(i)), first[i]) << i;
  EXPECT_EQ(table.at(12), 0) << "no pixel has the label 2";
  EXPECT_EQ(table.at(22 + 8), 8);
}

TEST_F(RegionOps, ATableHasAsManyRowsAsThereAreLabels) {
  const Image few = drawn({"12.", ".15"}, SampleType::i32), none({3, 2}, {SampleType::u8, 1});
  Image many({60, 50}, {SampleType::u16, 1});  // more labels than are expected of so few pixels
  for (std::int64_t y = 0; y < 50; ++y)
    for (std::int64_t x = 0; x < 60; ++x) many.set(x, y, 0, static_cast<double>(y * 60 + x + 1));
  const auto table = [](const Image& labels) {
    Image image(labels.size(), {SampleType::f32, 1});
    for (std::int64_t y = 0; y < labels.height(); ++y)
      for (std::int64_t x = 0; x < labels.width(); ++x) image.set(x, y, 0, labels.at(x, y, 0));
    return session().run(Call{"region_statistics"}, {labels, image}).array();
  };
  EXPECT_EQ(table(few).type(), (ArrayType{SampleType::f64, {5, 11}}));
  EXPECT_EQ(table(none).type(), (ArrayType{SampleType::f64, {0, 11}}));
  const Array all = table(many);
  EXPECT_EQ(all.type(), (ArrayType{SampleType::f64, {3000, 11}}));
  EXPECT_EQ(all.at(2999 * 11 + 9), 3000) << "the least sample of the last region";
}

TEST_F(RegionOps, AListOfAPipelineHasAsManyRowsAsThereArePoints) {
  Image dots({290, 290}, {SampleType::u8, 1});  // more corners than are expected of so few pixels
  for (std::int64_t y = 4; y < 286; y += 7)
    for (std::int64_t x = 4; x < 286; x += 7) dots.set(x, y, 0, 255);
  const Array points = session().run(Call{"invert | fast"}, {dots}).array();
  EXPECT_EQ(points.type(), (ArrayType{SampleType::f32, {41 * 41, 3}}));
  EXPECT_EQ(refused({"invert | fast", {{"fast.points", std::int64_t{9}}}}, {dots}),
            "fast: 1681 rows of points were found; allowed: up to 9, or more with --points");
  EXPECT_EQ(work_outputs({{"invert | fast"}, {ImageType{dots.format(), dots.size()}}}).front().columns,
            (Rows{"x", "y", "response"}));
}

TEST_F(RegionOps, MemoryOfTheCallerHasRoomOrNot) {
  const Image labels = drawn({"12.", ".13"}), image = drawn({"249", "938"});
  Array room({SampleType::f64, {4, 11}}), little({SampleType::f64, {2, 11}});
  room.set(33, 7);
  const auto run = [&](std::int64_t regions, Array& to) {
    return session().run_into(Call{"region_statistics", {{"regions", regions}}}, {labels, image}, to).rows;
  };
  EXPECT_EQ(run(4, room), std::vector<std::int64_t>{3});
  EXPECT_EQ(room.at(22), 3);
  EXPECT_EQ(room.at(33), 7) << "what lies behind the rows is left alone";
  EXPECT_EQ(refusal([&] { run(2, little); }), "target 0 has room for 2 rows, region_statistics has found 3");
}

TEST_F(RegionOps, ATableOnADeviceIsCounted) {
  const Image labels = drawn({"12.", ".13"}), image = drawn({"249", "938"});
  const Plan plan =
      session().plan(Work{{"region_statistics", {{"regions", std::int64_t{9}}}},
                          {ImageType{labels.format(), labels.size()}, ImageType{image.format(), image.size()}}});
  EXPECT_EQ(to_string(plan.outputs().front()), "f64 [up to 9, 11]");
  const DeviceResults made = plan.run({session().upload(labels), session().upload(image)});
  EXPECT_EQ(session().download(made.array()).type(), (ArrayType{SampleType::f64, {3, 11}}));
  EXPECT_EQ(refusal([&] {
              session().plan(Work{{"reduce.sum"}, {made.array().type()}});
            }),
            "sum: x is f64 [up to 9, 11], which is counted; allowed: arrays of a fixed number of rows");
}

TEST_F(RegionOps, OthersAreRefusedInOneLine) {
  const Image labels({3, 2}, {SampleType::i32, 1}), image({3, 2}, {SampleType::u8, 1}),
      wide({4, 2}, {SampleType::u8, 1}), colour({3, 2}, {SampleType::u8, 3}), doubles({3, 2}, {SampleType::f64, 1});
  EXPECT_EQ(refused({"gaussian"}, {labels}), "gaussian: image is of i32; allowed: u8, u16, f16, f32");
  EXPECT_EQ(refused({"fill_holes"}, {doubles}), "fill_holes: mask is of f64; allowed: u8, u16, f16, f32");
  EXPECT_EQ(refused({"label"}, {colour}), "label: the image is u8 x 3; allowed: 1 channel");
  EXPECT_EQ(refused({"label", {{"pages", std::int64_t{3}}}}, {labels}),
            "label: 3 pages in 2 rows; allowed: a number of pages that divides the rows");
  EXPECT_EQ(refused({"label", {{"neighbours", std::string("26")}}}, {labels}),
            "label: 26 neighbours in one page; allowed: 4 or 8, or a volume of several pages");
  EXPECT_THAT(refused({"label", {{"seams", Numbers{1}}}}, {labels}), HasSubstr("seams: 1 numbers for 2 rows; allowed"));
  EXPECT_THAT(refused({"label", {{"seams", Numbers{2, 1, 1e300}}}}, {labels}), HasSubstr("seams: the number 1e+300;"));
  EXPECT_THAT(refused({"region_statistics"}, {image, doubles}), HasSubstr("image is of f64; allowed: u8, i8, u16"));
  EXPECT_THAT(refused({"region_statistics"}, {labels, wide}), HasSubstr("3 x 2 and 4 x 2; allowed: one size"));
  EXPECT_THAT(refused({"region_statistics", {{"regions", std::int64_t{4}}}}, {drawn({"95"}), drawn({"11"})}),
              HasSubstr("9 rows of table were found; allowed: up to 4, or more with --regions"));
  Image large({1, 1}, {SampleType::u32, 1});
  large.set(0, 0, 0, 4294967295.0);
  EXPECT_THAT(refused({"region_statistics"}, {large, drawn({"1"})}),
              HasSubstr("4294967295 or more rows of table were found; allowed: up to 16777216"));
  const ImageType long_row{{SampleType::u8, 1}, {(std::int64_t{1} << 29) + 1, 1}};
  EXPECT_EQ(refusal([&] {
              session().plan(Work{{"distance_transform"}, {long_row}, {}});
            }),
            "distance_transform: the image has 536870913 x 1 pixels; allowed: sides of 1 to 536870912");
}

}  // namespace
}  // namespace lenslet
