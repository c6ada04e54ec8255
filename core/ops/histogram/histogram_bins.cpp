// Finds the bin of a value as OpenCV does in f64, and how a device without f64 finds the same.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/histogram/histogram.hpp"

namespace lenslet::ops {
namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();

// Numbers floats by their order: neighbours differ by 1.
std::int64_t order_of(float value) {
  const auto bits = std::bit_cast<std::int32_t>(value);
  return bits < 0 ? -std::int64_t{bits & 0x7fffffff} : bits;
}

float float_at(std::int64_t order) {
  const auto bits = static_cast<std::uint32_t>(order < 0 ? -order : order) | (order < 0 ? 0x80000000u : 0u);
  return std::bit_cast<float>(bits);
}

// Returns the least float that lies in this bin or a later one. The search begins at the float with the order `from`.
std::int64_t first_of(const Bins& bins, std::int64_t bin, std::int64_t from) {
  std::int64_t end = order_of(bins.high);
  while (from < end) {
    const std::int64_t middle = from + (end - from) / 2;
    if (bin_of(bins, float_at(middle)) >= bin)
      end = middle;
    else
      from = middle + 1;
  }
  return from;
}

// Returns the first value of each bin; infinity for a bin that begins beyond the range.
std::vector<float> first_values(const Bins& bins) {
  std::vector<float> first;
  std::int64_t order = order_of(bins.low);
  for (std::int64_t bin = 0; bin < bins.count; ++bin) {
    order = first_of(bins, bin, order);
    first.push_back(order < order_of(bins.high) ? float_at(order) : infinite);
  }
  first.push_back(infinite);
  return first;
}

// Returns the place that histogram_find.cl computes with PLAIN.
std::int64_t plain_bin(const Finder& finder, float value) {
  const float place = (value - finder.bins.low) * finder.scale;
  return std::min(static_cast<std::int64_t>(place), std::int64_t{finder.bins.count} - 1);
}

bool is_plain(const Finder& finder) {
  for (int value = 0; value < 65536; ++value) {
    const auto as_float = static_cast<float>(value);
    if (const std::int64_t bin = bin_of(finder.bins, value); bin >= 0 && bin != plain_bin(finder, as_float))
      return false;
  }
  return true;
}

// Tells whether a place in f32 is less than half a bin off. f32 rounds three times, and OpenCV's f64 round the largest
// term.
bool is_near(const Bins& bins) {
  const double width = double{bins.high} - bins.low, scale = bins.count / width;
  const double largest = std::max(std::abs(double{bins.low}), std::abs(double{bins.high})) * scale;
  if (width > 1e37 || scale > 1e30 || scale < 1e-30) return false;  // beyond what f32 has with all its digits
  return bins.count * 0x1p-22 + largest * 0x1p-50 < 0.25;
}

}  // namespace

int levels_of(SampleType type) {
  return type == SampleType::u8 ? 256 : type == SampleType::u16 ? 65536 : 1;
}

Bins bins_of(const Arguments& arguments, SampleType type) {
  const double low = arguments.real("low"), high = arguments.real("high");
  Bins bins{static_cast<int>(arguments.integer("bins")), static_cast<float>(low), static_cast<float>(high)};
  if (low == 0 && high == 0) bins.high = static_cast<float>(levels_of(type));
  if (std::isfinite(bins.low) && std::isfinite(bins.high) && bins.low < bins.high) return bins;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("histogram: low is {}, high is {}; allowed: finite, low below high as f32, or both 0 for "
                          "the whole range of the type",
                          low, high));
}

std::int64_t bin_of(const Bins& bins, double value) {
  if (!(value >= bins.low && value < bins.high)) return -1;
  const double scale = bins.count / (double{bins.high} - double{bins.low}), offset = -scale * double{bins.low};
  const double place = std::floor(value * scale + offset);
  return static_cast<std::int64_t>(std::clamp(place, 0.0, bins.count - 1.0));
}

Finder finder_of(const Bins& bins, SampleType type) {
  if (type == SampleType::u8) return {};
  if (type == SampleType::u16 && bins == Bins{65536, 0, 65536}) return {.bins = bins};
  Finder finder{"PLAIN", bins, static_cast<float>(bins.count / (double{bins.high} - bins.low)), {0}};
  if (is_near(bins) && type == SampleType::u16 && is_plain(finder)) return finder;
  finder.code = is_near(bins) ? "NEAR" : "SEARCH";
  finder.first = first_values(bins);
  return finder;
}

std::vector<std::uint32_t> first_levels(const Bins& bins) {
  std::vector<std::uint32_t> first;
  std::uint32_t level = 0;
  while (level < 256 && bin_of(bins, level) < 0) ++level;
  for (int bin = 0; bin < bins.count; ++bin) {
    while (level < 256 && bin_of(bins, level) >= 0 && bin_of(bins, level) < bin) ++level;
    first.push_back(level);
  }
  while (level < 256 && bin_of(bins, level) >= 0) ++level;
  first.push_back(level);
  return first;
}

std::int64_t counted_bins(const Bins& bins, SampleType type) {
  return type == SampleType::u8 ? 256 : bins.count;
}

Finder finder_of_levels(SampleType type) {
  return {.bins = {levels_of(type), 0, static_cast<float>(levels_of(type))}};
}

}  // namespace lenslet::ops
