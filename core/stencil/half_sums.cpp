// Rounds taps to f16, and bounds the error of sums of f16.
#include "stencil/half_sums.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

namespace lenslet::stencil {
namespace {

constexpr double half_roundoff = 0x1p-11;
constexpr double min_half = 0x1p-14;
constexpr double max_half = 65504;
constexpr int max_roundings = 126;
constexpr double reserve_of_halves = 1 + 0x1p-16;  // for f32 arithmetic after the sum, and for roundings in this file
constexpr double no_limit = std::numeric_limits<double>::infinity();

int nonzero(const std::vector<double>& taps) {
  return static_cast<int>(std::ranges::count_if(taps, [](double tap) { return tap != 0; }));
}

int roundings_of(const Mask& mask) {
  return nonzero(mask.taps) + 2;
}
int roundings_of(const Factors& factors) {
  return nonzero(factors.row) + nonzero(factors.column) + 4;
}

template <class Taps>
int max_roundings_of(const std::vector<Taps>& all) {
  int found = 0;
  for (const Taps& taps : all) found = std::max(found, roundings_of(taps));
  return found;
}

double weight_of(const std::vector<double>& taps) {
  return std::accumulate(taps.begin(), taps.end(), 0.0, [](double sum, double tap) { return sum + std::abs(tap); });
}

double gamma_of(int roundings) {
  return roundings * half_roundoff / (1 - roundings * half_roundoff);
}

// Rounds taps to f16. Returns false where a tap that is not 0 becomes 0, or where one becomes infinite.
bool round_taps(std::vector<double>& taps) {
  for (double& tap : taps) {
    const double rounded = store_value(tap, SampleType::f16);
    if (tap != 0 && (rounded == 0 || std::abs(rounded) > max_half)) return false;
    tap = rounded;
  }
  return true;
}
bool round_taps(Mask& mask) {
  return round_taps(mask.taps);
}
bool round_taps(Factors& factors) {
  return round_taps(factors.row) && round_taps(factors.column);
}

// Returns the taps rounded to f16; empty where f16 does not hold them, or where sums of that many taps are too far off.
template <class Taps>
std::vector<Taps> rounded_taps(std::vector<Taps> all) {
  if (max_roundings_of(all) > max_roundings) return {};
  for (Taps& taps : all)
    if (!round_taps(taps)) return {};
  return all;
}

// Bounds for a window's finite samples. A sample that is not finite decides the result by itself, whatever is rounded.
struct HalfBound {
  double error = 0;      // of the sum
  double magnitude = 0;  // limit of the sum and of all partial sums
};

// Magnitudes of a sum's terms: of all terms, and of the terms with small taps. Devices may take a small tap for 0, and
// an infinite sample under it may then give anything.
struct Terms {
  double all = 0, small = 0;

  void add(double tap, double sample) {
    const double size = std::abs(tap);
    const double term = std::isfinite(sample) ? size * std::abs(sample) : 0;
    all += term;
    if (size < min_half) small += std::isfinite(sample) ? term : no_limit;
  }
};

HalfBound bound_of(const Mask& mask, const Window& window) {
  Terms terms;
  for (int y = 0; y < mask.height; ++y)
    for (int x = 0; x < mask.width; ++x)
      if (const double tap = mask.at(x, y); tap != 0)
        terms.add(tap, window.at(x - mask.width / 2, y - mask.height / 2));
  const double gamma = gamma_of(roundings_of(mask));
  const double lost = terms.small + min_half * (weight_of(mask.taps) + 2 * nonzero(mask.taps));
  const double error = gamma * terms.all + (1 + gamma) * lost;
  return {error, terms.all + error};
}

Terms row_of(const std::vector<double>& row, const Window& window, int dy) {
  const int width = static_cast<int>(row.size());
  Terms terms;
  for (int x = 0; x < width; ++x)
    if (const double tap = row[static_cast<std::size_t>(x)]; tap != 0) terms.add(tap, window.at(x - width / 2, dy));
  return terms;
}

bool is_finite_row(const std::vector<double>& row, const Window& window, int dy) {
  const int width = static_cast<int>(row.size());
  for (int x = 0; x < width; ++x)
    if (row[static_cast<std::size_t>(x)] != 0 && !std::isfinite(window.at(x - width / 2, dy))) return false;
  return true;
}

HalfBound bound_of(const Factors& factors, const Window& window) {
  const int height = static_cast<int>(factors.column.size());
  const double gamma = gamma_of(roundings_of(factors));
  const double lost_of_row = min_half * (weight_of(factors.row) + 2 * nonzero(factors.row) + 1);
  Terms terms;
  double largest_row = 0;
  for (int y = 0; y < height; ++y) {
    const double tap = std::abs(factors.column[static_cast<std::size_t>(y)]);
    if (tap == 0) continue;
    const int dy = y - height / 2;
    const Terms row = row_of(factors.row, window, dy);
    terms.all += tap * row.all;
    terms.small += tap * row.small;
    if (tap < min_half) terms.small += is_finite_row(factors.row, window, dy) ? tap * row.all : no_limit;
    largest_row = std::max(largest_row, (1 + gamma) * (row.all + row.small + lost_of_row));
  }
  const double lost = terms.small + weight_of(factors.column) * lost_of_row + 2 * min_half * nonzero(factors.column);
  const double error = gamma * terms.all + (1 + gamma) * lost;
  return {error, std::max(terms.all + error, largest_row)};
}

}  // namespace

double HalfSums::gamma(bool separated) const {
  return gamma_of(separated ? max_roundings_of(factors) : max_roundings_of(masks));
}

std::optional<HalfSums> half_sums_of(const Stencil& stencil) {
  HalfSums sums{rounded_taps(stencil.masks), rounded_taps(stencil.factors)};
  if (sums.masks.empty() && sums.factors.empty()) return {};
  return sums;
}

std::optional<Exclusion> why_not_half(const Stencil& stencil) {
  if (half_sums_of(stencil)) return {};
  const int whole = max_roundings_of(stencil.masks), separated = max_roundings_of(stencil.factors);
  const int fewest = separated > 0 ? std::min(whole, separated) : whole;
  if (fewest > max_roundings)
    return Exclusion{"half-taps",
                     fmt::format("sums of f16 are for up to {} roundings, these have {}", max_roundings, fewest)};
  return Exclusion{"half-range", "f16 takes a tap for 0, or for an infinite one"};
}

std::vector<Truth> widened(std::vector<Truth> truths, const HalfSums& sums, const Stencil& stencil,
                           const Window& window) {
  for (std::size_t k = 0; k < truths.size(); ++k) {
    HalfBound bound;
    const auto add = [&bound](const HalfBound& other) {
      bound = {std::max(bound.error, other.error), std::max(bound.magnitude, other.magnitude)};
    };
    if (!sums.masks.empty()) add(bound_of(stencil.masks[k], window));
    if (!sums.factors.empty()) add(bound_of(stencil.factors[k], window));
    const double error = std::abs(stencil.scale) * bound.error * reserve_of_halves;
    truths[k] =
        bound.magnitude > max_half ? Truth{-no_limit, no_limit} : Truth{truths[k].low - error, truths[k].high + error};
  }
  return truths;
}

std::optional<std::string> why_no_half(const Stencil& stencil, SampleType input, SampleType output) {
  if (stencil.masks.empty() || !stencil.body.empty()) return "it is no sum of taps times samples";
  if (input != SampleType::f16) return fmt::format("sums in f16 are for images of f16, not of {}", name_of(input));
  if (output != SampleType::f16) return fmt::format("sums in f16 are for results of f16, not of {}", name_of(output));
  return {};
}

std::optional<std::string> why_no_half(const DeviceInfo& device) {
  if (device.half_sums) return {};
  return fmt::format("{} has no cl_khr_fp16 that rounds to the nearest", device.name);
}

}  // namespace lenslet::stencil
