// What plots hold: every point, the curve through them, the steps of each channel.
#include <lenslet/plot.hpp>

#include <algorithm>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>

namespace lenslet {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Array number(double value) {
  Array result({SampleType::f64, {}});
  result.set(0, value);
  return result;
}

Plot fit_of(const std::vector<Array>& points, const std::vector<double>& coefficients, double r_squared = 1) {
  const Call call{"fit",
                  {{"degree", static_cast<std::int64_t>(coefficients.size()) - 1}, {"weighted", points.size() == 3}}};
  return plot_of(call, points, {Array::of(coefficients), number(0), number(r_squared), number(1)});
}

Plot histogram_of(const ArrayType& type, const std::map<std::string, Value>& arguments, const Array& counts) {
  return plot_of({"histogram", arguments}, {Array(type)}, {counts});
}

TEST(PlotNumber, IsShort) {
  EXPECT_EQ(plot_number(0, 4), "0");
  EXPECT_EQ(plot_number(-2.5, 4), "−2.5");
  EXPECT_EQ(plot_number(1234.56, 4), "1235");
  EXPECT_EQ(plot_number(-1.5e-7, 4), "−1.5·10⁻⁷");
  EXPECT_EQ(plot_number(2e12, 4), "2·10¹²");
}

TEST(PlotOfFit, HasThePointsAndTheCurve) {
  const Plot plot = fit_of({Array::of<float>({0, 1, 3}), Array::of<float>({1, 0, 9})}, {1, -2, 1.5}, 0.98765432);
  EXPECT_EQ(plot.title, "y = 1.5x² − 2x + 1");
  EXPECT_EQ(plot.subtitle, "R² = 0.987654, 3 points");
  ASSERT_EQ(plot.series.size(), 2u);
  EXPECT_EQ(plot.series[0].mark, Mark::points);
  EXPECT_THAT(plot.series[0].x, ElementsAre(0, 1, 3));
  EXPECT_THAT(plot.series[0].y, ElementsAre(1, 0, 9));
  const PlotSeries& curve = plot.series[1];
  EXPECT_EQ(curve.mark, Mark::line);
  ASSERT_GT(curve.x.size(), 100u);
  EXPECT_EQ(curve.x.front(), 0);
  EXPECT_EQ(curve.x.back(), 3);
  for (std::size_t i = 0; i < curve.x.size(); ++i)
    EXPECT_NEAR(curve.y[i], 1.5 * curve.x[i] * curve.x[i] - 2 * curve.x[i] + 1, 1e-12);
}

TEST(PlotOfFit, HasAFormulaForPeople) {
  const std::vector<Array> points{Array::of<float>({0, 1, 3}), Array::of<float>({1, 0, 9})};
  EXPECT_EQ(fit_of(points, {0, 1}).title, "y = x");
  EXPECT_EQ(fit_of(points, {-3, -1}).title, "y = −x − 3");
  EXPECT_EQ(fit_of(points, {0, 0}).title, "y = 0");
  EXPECT_EQ(fit_of(points, {2e-9, 0, 1e6}).title, "y = 1·10⁶x² + 2·10⁻⁹");
}

TEST(PlotOfFit, LeavesOutWhatHasNoWeight) {
  const Plot plot =
      fit_of({Array::of<float>({0, 1e30f, 2}), Array::of<float>({1, 7, 3}), Array::of<float>({1, 0, 2})}, {1, 1});
  EXPECT_THAT(plot.series[0].x, ElementsAre(0, 2));
  EXPECT_EQ(plot.series[1].x.back(), 2);
  EXPECT_THAT(plot.subtitle, HasSubstr("2 points with weights"));
}

TEST(PlotOfFit, DrawsSomeOfMany) {
  std::vector<float> x(100'001);
  std::iota(x.begin(), x.end(), 0.f);
  const Plot plot = fit_of({Array::of(x), Array::of(x)}, {0, 1});
  EXPECT_LE(plot.series[0].x.size(), 2000u);
  EXPECT_GT(plot.series[0].x.size(), 1000u);
  EXPECT_THAT(plot.subtitle, HasSubstr("100001 points, "));
  EXPECT_EQ(plot.series[1].x.back(), 100'000);
}

TEST(PlotOfHistogram, HasStepsForEachChannel) {
  Array counts({SampleType::u64, {3, 2}});
  for (std::int64_t i = 0; i < 6; ++i) counts.set(i, static_cast<double>(i));
  const Plot plot =
      histogram_of({SampleType::u8, {1, 5, 3}}, {{"bins", std::int64_t{2}}, {"low", 10.0}, {"high", 20.0}}, counts);
  EXPECT_EQ(plot.title, "Histogram of u8 [1, 5, 3]");
  ASSERT_EQ(plot.series.size(), 3u);
  EXPECT_EQ(plot.series[0].name, "red");
  EXPECT_EQ(plot.series[1].ink, Ink::green);
  EXPECT_EQ(plot.series[2].mark, Mark::steps);
  EXPECT_THAT(plot.series[2].x, ElementsAre(10, 15, 20));
  EXPECT_THAT(plot.series[0].y, ElementsAre(0, 1));
  EXPECT_THAT(plot.series[2].y, ElementsAre(4, 5));
}

TEST(PlotOfHistogram, AddsBinsThatAreTooNarrow) {
  Array counts({SampleType::u64, {5000}});
  for (std::int64_t i = 0; i < 5000; ++i) counts.set(i, 1);
  const Plot plot = histogram_of({SampleType::f32, {9}}, {{"bins", std::int64_t{5000}}}, counts);
  ASSERT_EQ(plot.series.size(), 1u);
  EXPECT_EQ(plot.series[0].y.size(), 1000u);
  EXPECT_EQ(plot.series[0].y.front(), 5);
  EXPECT_EQ(plot.series[0].x.back(), 1);
  EXPECT_EQ(plot.y_label, "elements in 5 bins");
}

TEST(Plots, AreOfTheOpsThatSaySo) {
  for (const OpInfo& info : ops_of_arrays()) {
    EXPECT_EQ(info.plot, info.name == "fit" || info.name == "histogram") << info.name;
    EXPECT_EQ(find_op(full_name(info)).plot, info.plot);
  }
  EXPECT_THROW(plot_of({"sum"}, {Array::of<float>({1})}, {number(1)}), Error);
}

}  // namespace
}  // namespace lenslet
