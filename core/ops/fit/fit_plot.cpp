// Draws a picture of a fit: its points, its curve, and its formula for people.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "op/superscript.hpp"
#include "ops/fit/fit.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

constexpr std::size_t max_points = 2000;  // more are a blot, and a large file
constexpr int curve_points = 241;
constexpr int formula_digits = 4;

std::string term(double coefficient, int power) {
  const std::string size = plot_number(std::abs(coefficient), formula_digits),
                    factor = size == "1" && power > 0 ? "" : size;
  if (power == 0) return factor;
  return factor + (power == 1 ? "x" : "x" + op::superscript(power));
}

// Writes "y = 2x² − 3x + 1".
std::string formula(const Array& coefficients) {
  std::string text;
  for (std::int64_t power = coefficients.count(); power-- > 0;) {
    const double one = coefficients.at(power);
    if (one == 0) continue;
    const char* sign = text.empty() ? (one < 0 ? "−" : "") : one < 0 ? " − " : " + ";
    text += sign + term(one, static_cast<int>(power));
  }
  return "y = " + (text.empty() ? "0" : text);
}

// Takes the points that have a weight.
PlotSeries points_of(const std::vector<Array>& in) {
  PlotSeries series{.name = "points", .mark = Mark::points, .ink = Ink::accent};
  for (std::int64_t i = 0; i < in[0].count(); ++i) {
    if (in.size() == 3 && in[2].at(i) == 0) continue;
    series.x.push_back(in[0].at(i));
    series.y.push_back(in[1].at(i));
  }
  return series;
}

std::vector<double> thinned(const std::vector<double>& values) {
  const auto step = static_cast<std::size_t>(divide_up(values.size(), max_points));
  std::vector<double> few;
  for (std::size_t i = 0; i < values.size(); i += step) few.push_back(values[i]);
  return few;
}

double value_at(const Array& coefficients, double x) {
  long double value = 0;
  for (std::int64_t power = coefficients.count(); power-- > 0;) value = value * x + coefficients.at(power);
  return static_cast<double>(value);
}

PlotSeries curve(const PlotSeries& through, const Array& coefficients) {
  PlotSeries series{.name = "fit", .mark = Mark::line, .ink = Ink::contrast};
  const auto [low, high] = std::ranges::minmax(through.x);
  for (int i = 0; i < curve_points; ++i) {
    const double share = static_cast<double>(i) / (curve_points - 1);
    series.x.push_back(low * (1 - share) + high * share);
    series.y.push_back(value_at(coefficients, series.x.back()));
  }
  return series;
}

}  // namespace

Plot fit_plot(const op::Instance&, const std::vector<Array>& in, const std::vector<Array>& out) {
  PlotSeries points = points_of(in);
  const PlotSeries line = curve(points, out[0]);
  const std::size_t count = points.x.size();
  points.x = thinned(points.x);
  points.y = thinned(points.y);
  std::string about = fmt::format("R² = {:.6g}, {} points", out[2].at(0), count);
  if (in.size() == 3) about += " with weights";
  if (points.x.size() < count) about += fmt::format(", {} of them drawn", points.x.size());
  return {formula(out[0]), about, "x", "y", {points, line}};
}

}  // namespace lenslet::ops
