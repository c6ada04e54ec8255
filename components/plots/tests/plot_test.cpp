// Ranges, ticks and titles, and the contents of the drawn file.
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>

#include "plots/draw.hpp"
#include "plots/frame.hpp"

namespace lenslet::plot {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Plot points(std::vector<double> x, std::vector<double> y) {
  return {"A title", "below", "x", "y", {{"points", Mark::points, Ink::accent, std::move(x), std::move(y)}}};
}

Plot steps(std::vector<double> x, std::vector<double> y) {
  return {"A title", "below", "x", "y", {{"red", Mark::steps, Ink::red, std::move(x), std::move(y)}}};
}

TEST(Frame, HasRoomAroundPoints) {
  const Range range = x_range(points({0, 100}, {5, 5}));
  EXPECT_EQ(range.low, -4);
  EXPECT_EQ(range.high, 104);
  const Range one = y_range(points({0, 100}, {5, 5}));
  EXPECT_EQ(one.low, 2.5);
  EXPECT_EQ(one.high, 7.5);
  EXPECT_LT(y_range(points({0}, {0})).low, y_range(points({0}, {0})).high);
}

TEST(Frame, HoldsStepsFromTheirFirstToTheirLast) {
  EXPECT_EQ(x_range(steps({-3, 0, 4}, {2, 10})).low, -3);
  EXPECT_EQ(x_range(steps({-3, 0, 4}, {2, 10})).high, 4);
  EXPECT_EQ(y_range(steps({-3, 0, 4}, {2, 10})).low, 0);
  EXPECT_EQ(y_range(steps({-3, 0, 4}, {2, 10})).high, 10.4);
  EXPECT_EQ(y_range(steps({0, 1}, {0})).high, 1);
}

TEST(Frame, RefusesWhatIsNoNumber) {
  EXPECT_THROW(x_range(points({0, std::numeric_limits<double>::infinity()}, {0, 1})), Error);
  EXPECT_THROW(y_range(points({0, 1}, {std::numeric_limits<double>::quiet_NaN(), 1})), Error);
}

TEST(Frame, TellsTicksApart) {
  EXPECT_EQ(tick_text({0, 1}, 0.2), "0.2");
  EXPECT_EQ(tick_text({-1, 1}, 1e-17), "0");
  EXPECT_EQ(tick_text({0, 3e6}, 2.5e6), "2.5·10⁶");
  EXPECT_EQ(tick_text({1e6, 1e6 + 1}, 1e6 + 0.25), "1000000.25");
}

TEST(Frame, FillsLines) {
  EXPECT_THAT(wrapped("y = 2x² − 3x + 1", 9), ElementsAre("y = 2x² −", "3x + 1"));
  EXPECT_THAT(wrapped("", 9), ElementsAre());
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Svg, HasEachPointAndText) {
  const std::string text = draw(points({1, 2, 3, 4}, {4, 3, 7, 1}));
  EXPECT_TRUE(text.starts_with("<?xml"));
  EXPECT_THAT(text, HasSubstr("</svg>"));
  EXPECT_EQ(count(text, "fill=\"#2663A8\""), 4u);
  EXPECT_EQ(count(text, "<text"), count(text, "</text>"));
  EXPECT_GT(count(text, "<text"), 8u);  // with the numbers of two axes
}

TEST(Svg, IsTheSameWheneverItIsDrawn) {
  const Plot plot = steps({0, 1, 2, 3}, {4, 0, 9});
  const std::string first = draw(plot);
  EXPECT_NE(draw(points({1}, {1})), first);
  EXPECT_EQ(draw(plot), first);
}

}  // namespace
}  // namespace lenslet::plot
