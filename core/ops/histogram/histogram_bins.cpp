// Finds the bin of a value as OpenCV or NumPy do in f64, and how a device without f64 finds the same.
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
  std::int64_t end = order_of(static_cast<float>(bins.high));
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
  const std::int64_t end = order_of(static_cast<float>(bins.high));
  std::int64_t order = order_of(static_cast<float>(bins.low));
  for (std::int64_t bin = 0; bin < bins.count; ++bin) {
    order = first_of(bins, bin, order);
    first.push_back(order < end ? float_at(order) : infinite);
  }
  first.push_back(infinite);
  return first;
}

// Returns the place that histogram_find.cl computes with PLAIN.
std::int64_t plain_bin(const Finder& finder, float value) {
  const float place = (value - static_cast<float>(finder.bins.low)) * finder.scale;
  return std::min(static_cast<std::int64_t>(place), std::int64_t{finder.bins.count} - 1);
}

bool is_plain(const Finder& finder, SampleType type) {
  const int least = static_cast<int>(min_value(type));
  for (int value = least; value < least + 65536; ++value) {
    const auto as_float = static_cast<float>(value);
    if (const std::int64_t bin = bin_of(finder.bins, value); bin >= 0 && bin != plain_bin(finder, as_float))
      return false;
  }
  return true;
}

// Tells whether a place in f32 is less than half a bin off. f32 rounds three times, and OpenCV's f64 round the largest
// term.
bool is_near(const Bins& bins) {
  const double width = bins.high - bins.low, scale = bins.count / width;
  const double largest = std::max(std::abs(bins.low), std::abs(bins.high)) * scale;
  if (width > 1e37 || scale > 1e30 || scale < 1e-30) return false;  // beyond what f32 has with all its digits
  return bins.count * 0x1p-22 + largest * 0x1p-50 < 0.25;
}

bool is_small_integer(SampleType type) {
  return is_integer(type) && size_of(type) < 4;
}

op::Exact greatest_of(SampleType type) {
  return with_type(type, [](auto value) { return op::Exact{std::numeric_limits<decltype(value)>::max()}; });
}

// The distances of the bins' least integers from the range's least one. Behind the range there is one more, or the same
// where the type ends there.
template <class Distance>
std::vector<Distance> first_distances(const std::vector<double>& edges, op::Exact least, op::Exact span) {
  constexpr op::Exact most = std::numeric_limits<Distance>::max();
  std::vector<Distance> first;
  for (const double edge : edges)
    first.push_back(static_cast<Distance>(
        std::clamp<op::Exact>(std::ceil(op::Exact{edge}) - least, 0, span + 1 > most ? most : span + 1)));
  return first;
}

// Integers of 32 and 64 bits, see histogram_find.cl. Their distance is rounded once more on the way to a place.
Finder finder_of_distances(const Bins& bins, SampleType type) {
  const op::Exact least = std::max<op::Exact>(std::ceil(op::Exact{bins.low}), min_value(type));
  const op::Exact span = std::min(std::ceil(op::Exact{bins.high}) - 1, greatest_of(type)) - least;
  const double scale = bins.count / (bins.high - bins.low);
  Finder finder{.code = is_near(bins) && bins.count <= 1 << 18 ? "NEAR" : "SEARCH", .bins = bins};
  finder.scale = static_cast<float>(scale);
  finder.offset = static_cast<float>((least - bins.low) * scale);
  finder.is_empty = span < 0;
  if (finder.is_empty) return finder;
  finder.last = bin_between(edges_of(bins), least + span);
  if (size_of(type) == 4) {
    finder.low = static_cast<std::uint32_t>(static_cast<std::int64_t>(least));
    finder.high = static_cast<std::uint32_t>(span);
    finder.first = first_distances<std::uint32_t>(edges_of(bins), least, span);
  } else {
    const bool is_negative = least < 0;
    finder.low =
        is_negative ? static_cast<std::uint64_t>(static_cast<std::int64_t>(least)) : static_cast<std::uint64_t>(least);
    finder.high = static_cast<std::uint64_t>(span);
    finder.first = first_distances<std::uint64_t>(edges_of(bins), least, span);
  }
  return finder;
}

Finder finder_of_doubles(const Bins& bins) {
  Finder finder{.code = is_near(bins) ? "NEAR" : "SEARCH", .bins = bins, .low = bins.low, .high = bins.high};
  finder.scale = static_cast<float>(bins.count / (bins.high - bins.low));
  std::vector<double> first = edges_of(bins);
  first.back() = std::numeric_limits<double>::infinity();
  finder.first = std::move(first);
  return finder;
}

}  // namespace

int levels_of(SampleType type) {
  return is_small_integer(type) ? 1 << (8 * size_of(type)) : 1;
}

Bins bins_of_levels(SampleType type) {
  return {levels_of(type), min_value(type), max_value(type) + 1};
}

bool is_held_by_floats(SampleType type) {
  return size_of(type) < 4 || type == SampleType::f32;
}

Bins bins_of(const Arguments& arguments, SampleType type) {
  const double low = arguments.real("low"), high = arguments.real("high");
  Bins bins{static_cast<int>(arguments.integer("bins")), low, high};
  if (low == 0 && high == 0) {
    bins.low = min_value(type);
    bins.high = !is_integer(type) ? 1 : static_cast<double>(greatest_of(type) + 1);
  }
  const bool floats = is_held_by_floats(type);
  if (floats) bins = {bins.count, static_cast<float>(bins.low), static_cast<float>(bins.high)};
  if (std::isfinite(bins.low) && std::isfinite(bins.high) && bins.low < bins.high &&
      std::isfinite(bins.high - bins.low))
    return bins;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("histogram: low is {}, high is {}; allowed: finite, low below high{}, or both 0 for "
                          "the whole range of the type",
                          low, high, floats ? " as f32" : ""));
}

std::int64_t bin_of(const Bins& bins, double value) {
  if (!(value >= bins.low && value < bins.high)) return -1;
  const double scale = bins.count / (bins.high - bins.low), offset = -scale * bins.low;
  const double place = std::floor(value * scale + offset);
  return static_cast<std::int64_t>(std::clamp(place, 0.0, bins.count - 1.0));
}

std::vector<double> edges_of(const Bins& bins) {
  const double step = (bins.high - bins.low) / bins.count;
  std::vector<double> edges;
  for (int bin = 0; bin < bins.count; ++bin) edges.push_back(std::min(bins.low + bin * step, bins.high));
  edges.push_back(bins.high);
  return edges;
}

std::int64_t bin_between(const std::vector<double>& edges, op::Exact value) {
  if (!(value >= edges.front() && value < edges.back())) return -1;
  return std::ranges::upper_bound(edges, value, {}, [](double edge) { return op::Exact{edge}; }) - edges.begin() - 1;
}

Finder finder_of(const Bins& bins, SampleType type) {
  if (is_small_integer(type) && (size_of(type) == 1 || bins == bins_of_levels(type)))
    return {.bins = bins_of_levels(type)};
  if (type == SampleType::f64) return finder_of_doubles(bins);
  if (!is_held_by_floats(type)) return finder_of_distances(bins, type);
  const auto low = static_cast<float>(bins.low), high = static_cast<float>(bins.high);
  Finder finder{.code = "PLAIN", .bins = bins, .low = low, .high = high};
  finder.scale = static_cast<float>(bins.count / (bins.high - bins.low));
  if (is_near(bins) && is_small_integer(type) && is_plain(finder, type)) return finder;
  finder.code = is_near(bins) ? "NEAR" : "SEARCH";
  finder.first = first_values(bins);
  return finder;
}

std::vector<std::uint32_t> first_levels(const Bins& bins, SampleType type) {
  const auto bin_at = [&](std::uint32_t level) { return bin_of(bins, level + min_value(type)); };
  std::vector<std::uint32_t> first;
  std::uint32_t level = 0;
  while (level < 256 && bin_at(level) < 0) ++level;
  for (int bin = 0; bin < bins.count; ++bin) {
    while (level < 256 && bin_at(level) >= 0 && bin_at(level) < bin) ++level;
    first.push_back(level);
  }
  while (level < 256 && bin_at(level) >= 0) ++level;
  first.push_back(level);
  return first;
}

std::int64_t counted_bins(const Bins& bins, SampleType type) {
  return size_of(type) == 1 ? 256 : bins.count;
}

Finder finder_of_levels(SampleType type) {
  return {.bins = bins_of_levels(type)};
}

}  // namespace lenslet::ops
