// Statistics of repeated measurements, made for times: a few slow outliers must not move what is said.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lenslet {

struct Interval {
  double low = 0;
  double high = 0;

  bool contains(double value) const { return low <= value && value <= high; }
};

// A box plot's numbers. Quartiles interpolate between neighbours as NumPy does (method "linear"; Hyndman and Fan 1996,
// definition 7). A whisker ends at the farthest value within 1.5 times the box's height from it (Tukey 1977); what lies
// farther is an outlier.
struct Summary {
  double median = 0;
  double lower_quartile = 0;
  double upper_quartile = 0;
  double low_whisker = 0;
  double high_whisker = 0;
  double mean = 0;
  Interval confidence;           // of the median, 95% or as near as the number of values allows
  std::vector<double> outliers;  // ascending
};

// Throws invalid_argument where there are no values, or one is not finite. The median's interval needs no distribution:
// its ends are ranks that bracket the median with the binomial's probability. Fewer than 6 values cannot reach 95%:
// then it spans all.
Summary summarize(std::span<const double> values);

struct Ratio {
  double value = 1;
  Interval confidence{1, 1};
};

// Returns how many times as large as those of b the values of a are: the medians' ratio and its interval, from 2000
// bootstrap samples (Efron 1979, percentiles) drawn with a fixed seed. `confidence` is over 0 and under 1. Throws
// invalid_argument where a series is empty, or a value is not finite or not positive.
Ratio ratio_of_medians(std::span<const double> a, std::span<const double> b, double confidence = 0.95);

}  // namespace lenslet
