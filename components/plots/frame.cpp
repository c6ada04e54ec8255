// Finds ranges, ticks and lines, which needs no library.
#include "plots/frame.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::plot {
namespace {

constexpr double margin = 0.04;  // of the range, at each end
constexpr double most = 1e300;   // a picture's sizes are computed from differences of numbers
constexpr int ticks = 10;        // about so many on an axis

Range range_of(const Plot& plot, std::vector<double> PlotSeries::*values) {
  Range range{std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()};
  for (const PlotSeries& series : plot.series)
    for (const double value : series.*values) {
      if (!(std::abs(value) <= most))
        throw Error(ErrorKind::unsupported,
                    fmt::format("a plot of {}; allowed: numbers from {} to {}", value, -most, most));
      range = {std::min(range.low, value), std::max(range.high, value)};
    }
  if (range.low > range.high) return {0, 1};
  return range;
}

bool has_steps(const Plot& plot) {
  return std::ranges::count(plot.series, Mark::steps, &PlotSeries::mark) > 0;
}

// Widens a range. A range of a single number gets neighbours, too.
Range widened(const Range& range, double below, double above) {
  const double size = range.high - range.low;
  if (size > std::abs(range.high) * 1e-12) return {range.low - below * size, range.high + above * size};
  const double around = range.high == 0 ? 1 : std::abs(range.high) / 2;
  return {range.low - around, range.high + around};
}

std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace

Range x_range(const Plot& plot) {
  const Range range = range_of(plot, &PlotSeries::x);
  return has_steps(plot) ? range : widened(range, margin, margin);
}

Range y_range(const Plot& plot) {
  const Range range = range_of(plot, &PlotSeries::y);
  if (!has_steps(plot)) return widened(range, margin, margin);
  return {0, range.high > 0 ? range.high * (1 + margin) : 1};
}

std::string tick_text(const Range& range, double value) {
  const double size = range.high - range.low;
  if (std::abs(value) < size * 1e-6) return "0";
  const double largest = std::max(std::abs(range.low), std::abs(range.high));
  const int digits = static_cast<int>(std::ceil(std::log10(largest / size * ticks))) + 1;
  return plot_number(value, std::clamp(digits, 5, std::numeric_limits<double>::digits10));
}

std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;)
    if (!lines.empty() && characters(lines.back()) + 1 + characters(word) <= width)
      lines.back() += ' ' + word;
    else
      lines.push_back(word);
  return lines;
}

}  // namespace lenslet::plot
