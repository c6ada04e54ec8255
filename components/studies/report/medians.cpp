// Matches places by their value, since lines may lack some.
#include "studies/report/medians.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lenslet/statistics.hpp>

namespace lenslet::report {
namespace {

std::string place_of(const StudyChart& chart, double x) {
  return chart.categories.empty() ? fmt::format("{}", x) : chart.categories[static_cast<std::size_t>(x)];
}

std::vector<double> places(const StudyChart& chart) {
  std::vector<double> all;
  for (const StudyLine& line : chart.lines)
    for (const StudyPoint& point : line.points)
      if (std::ranges::find(all, point.x) == all.end()) all.push_back(point.x);
  std::ranges::sort(all);
  return all;
}

std::string median_at(const StudyLine& line, double x) {
  const auto point = std::ranges::find(line.points, x, &StudyPoint::x);
  return point == line.points.end() || point->ms.empty() ? "-" : fmt::format("{:.4g}", summarize(point->ms).median);
}

}  // namespace

StudyTable medians_table(const StudyChart& chart) {
  std::vector<std::string> columns{chart.x_axis};
  const std::vector<double> all = places(chart);
  for (const double x : all) columns.push_back(place_of(chart, x));
  std::vector<std::vector<std::string>> rows;
  for (const StudyLine& line : chart.lines) {
    rows.push_back({line.name});
    for (const double x : all) rows.back().push_back(median_at(line, x));
  }
  return {fmt::format("{}, median {}", chart.title, chart.y_axis), columns, rows};
}

}  // namespace lenslet::report
