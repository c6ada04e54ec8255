// Computes quartiles, whiskers, ranks of the median's interval, and the bootstrap of a ratio.
#include <lenslet/statistics.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet {
namespace {

constexpr double tail = 0.025;  // outside the 95% interval, on each side
constexpr double whisker_reach = 1.5;
constexpr int resamples = 2000;

std::vector<double> sorted(std::span<const double> values) {
  if (values.empty()) throw Error(ErrorKind::invalid_argument, "statistics of no values");
  for (const double value : values)
    if (!std::isfinite(value))
      throw Error(ErrorKind::invalid_argument, fmt::format("statistics of the value {}", value));
  std::vector<double> result(values.begin(), values.end());
  std::ranges::sort(result);
  return result;
}

double quantile(const std::vector<double>& ascending, double fraction) {
  const double place = fraction * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, ascending.size() - 1);
  return std::lerp(ascending[below], ascending[above], place - static_cast<double>(below));
}

// Returns how many values may lie below the interval. It is the largest number such that at most so many of n fair
// coins show heads with no more than the tail's probability. 0 where there is no such number. Terms are logarithms:
// 2^-n is 0 from 1075 values on.
std::size_t values_outside(std::size_t n) {
  double term = -static_cast<double>(n) * std::numbers::ln2, sum = 0;
  std::size_t count = 0;
  for (std::size_t k = 0; k < n; ++k) {
    sum += std::exp(term);
    if (sum > tail) break;
    count = k;
    term += std::log(static_cast<double>(n - k) / static_cast<double>(k + 1));
  }
  return count;
}

Interval confidence_of_median(const std::vector<double>& ascending) {
  const std::size_t outside = values_outside(ascending.size());
  return {ascending[outside], ascending[ascending.size() - 1 - outside]};
}

double resampled_median(const std::vector<double>& values, std::mt19937_64& random, std::vector<double>& sample) {
  sample.resize(values.size());
  for (double& value : sample) value = values[random() % values.size()];
  std::ranges::sort(sample);
  return quantile(sample, 0.5);
}

}  // namespace

bool is_within(double a, double b, double bound) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b || (std::isfinite(a) && std::isfinite(b) && std::abs(a - b) <= bound);
}

Summary summarize(std::span<const double> values) {
  const std::vector<double> all = sorted(values);
  Summary summary;
  summary.median = quantile(all, 0.5);
  summary.lower_quartile = quantile(all, 0.25);
  summary.upper_quartile = quantile(all, 0.75);
  for (const double value : all) summary.mean += value / static_cast<double>(all.size());
  const double reach = whisker_reach * (summary.upper_quartile - summary.lower_quartile);
  const auto inside = [&](double value) {
    return value >= summary.lower_quartile - reach && value <= summary.upper_quartile + reach;
  };
  summary.low_whisker = *std::ranges::find_if(all, inside);
  summary.high_whisker = *std::find_if(all.rbegin(), all.rend(), inside);
  for (const double value : all)
    if (!inside(value)) summary.outliers.push_back(value);
  summary.confidence = confidence_of_median(all);
  return summary;
}

Ratio ratio_of_medians(std::span<const double> a, std::span<const double> b, double confidence) {
  const std::vector<double> over = sorted(a), under = sorted(b);
  if (over.front() <= 0 || under.front() <= 0)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("a ratio with the value {}; allowed: more than 0", std::min(over.front(), under.front())));
  std::mt19937_64 random(1);
  std::vector<double> ratios, sample;
  for (int i = 0; i < resamples; ++i) {
    const double top = resampled_median(over, random, sample);
    ratios.push_back(top / resampled_median(under, random, sample));
  }
  std::ranges::sort(ratios);
  const double outside = (1 - confidence) / 2;
  return {quantile(over, 0.5) / quantile(under, 0.5), {quantile(ratios, outside), quantile(ratios, 1 - outside)}};
}

}  // namespace lenslet
