// Statistics of repeated time measurements, which a few slow outliers hardly change, and whether two numbers are alike.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#pragma GCC visibility push(default)
namespace lenslet {

struct Interval {
  double low = 0;
  double high = 0;

  bool contains(double value) const { return low <= value && value <= high; }
};

// Whether two numbers differ by at most the bound. An infinity is like itself alone, however large the bound is; NaN is
// like NaN.
bool is_within(double a, double b, double bound);

// The numbers of a box plot. Quartiles interpolate between neighbours as NumPy's method "linear" does (Hyndman and Fan
// 1996, definition 7). A whisker ends at the farthest value within 1.5 times the box's height from the box (Tukey
// 1977). Values beyond the whiskers are outliers.
struct Summary {
  double median = 0;
  double lower_quartile = 0;
  double upper_quartile = 0;
  double low_whisker = 0;
  double high_whisker = 0;
  double mean = 0;
  Interval confidence;           // of the median: 95%, or as near as the number of values allows
  std::vector<double> outliers;  // ascending
};

// Throws invalid_argument where there are no values, or a value is not finite. The median's interval assumes no
// distribution: its ends are the ranks that bracket the median with binomial probability. Fewer than 6 values cannot
// reach 95%: then the interval spans all of them.
Summary summarize(std::span<const double> values);

struct Ratio {
  double value = 1;
  Interval confidence{1, 1};
};

// Returns the median of `a` divided by the median of `b`, with a confidence interval. The interval comes from 2000
// bootstrap samples with a fixed seed (Efron 1979, percentiles). `confidence` must lie between 0 and 1, exclusive.
// Throws invalid_argument where a series is empty, or a value is not finite or not positive.
Ratio ratio_of_medians(std::span<const double> a, std::span<const double> b, double confidence = 0.95);

}  // namespace lenslet
#pragma GCC visibility pop
