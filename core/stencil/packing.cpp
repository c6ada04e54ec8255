// Bounds sums that lanes hold, and finds whole numbers that stand for scales.
#include "stencil/packing.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "ocl/hardware.hpp"

namespace lenslet::stencil {
namespace {

constexpr int max_of_lane = 65535;
constexpr int max_of_byte = 255;
constexpr int fraction_bits = 24;  // of multipliers
constexpr int high_bits = 16;      // bits below a product's upper half
constexpr double max_whole_float = 16777216;
constexpr double min_signed = -32768, max_signed = 32767;

// The least and the largest sum of any mask.
struct Bounds {
  double low = 0;
  double high = 0;
};

Bounds bounds_of(const Problem& problem) {
  Bounds bounds;
  for (const Mask& mask : problem.stencil.masks) {
    double low = 0, high = 0;
    for (const double tap : mask.taps) (tap < 0 ? low : high) += tap * max_of_byte;
    bounds = {std::min(bounds.low, low), std::max(bounds.high, high)};
  }
  return bounds;
}

// The byte that the other schedules store for this sum: one fused multiply-add, rounded to nearest even. Devices
// without a fast fma round the product first. Returns nothing where they store another byte.
std::optional<int> stored(int sum, float scale, float delta) {
  const volatile float product = static_cast<float>(sum) * scale;  // compilers may not fuse it
  const auto round = [](float value) { return static_cast<int>(std::rint(std::clamp(value, 0.0F, 255.0F))); };
  const int fused = round(std::fma(static_cast<float>(sum), scale, delta));
  if (fused != round(product + delta)) return {};
  return fused;
}

// (sum * multiplier + addend) >> 24 is the byte for each sum. It is at most 255, so that 32 bits hold everything.
struct Scaling {
  std::uint32_t multiplier;
  std::uint32_t addend;
};

bool holds(const Scaling& scaling, const Stencil& stencil, int high) {
  for (int sum = 0; sum <= high; ++sum) {
    const std::uint64_t value = static_cast<std::uint64_t>(sum) * scaling.multiplier + scaling.addend;
    const auto expected = stored(sum, static_cast<float>(stencil.scale), static_cast<float>(stencil.delta));
    if (!expected || value >> 32 != 0 || static_cast<int>(value >> fraction_bits) != *expected) return false;
  }
  return true;
}

std::optional<Scaling> find_scaling(const Problem& problem, const Bounds& bounds) {
  const Stencil& stencil = problem.stencil;
  if (bounds.low < 0 || stencil.scale <= 0 || stencil.delta < 0) return {};
  const double one = 1 << fraction_bits;
  const double addend = std::rint((stencil.delta + 0.5) * one);
  for (const double multiplier : {std::ceil(stencil.scale * one), std::floor(stencil.scale * one)})
    for (const double less : {0.0, 1.0}) {  // rounds a half up, or down
      if (multiplier < 1 || multiplier > 256 * one - 1 || addend > 255.5 * one) continue;
      const Scaling scaling{static_cast<std::uint32_t>(multiplier), static_cast<std::uint32_t>(addend - less)};
      if (holds(scaling, stencil, static_cast<int>(bounds.high))) return scaling;
    }
  return {};
}

// ((sum << raise) + addend) * multiplier >> 16 >> shift, between 0 and 255, is the byte for each sum. Only the product
// has more than 16 bits.
struct HighProduct {
  int raise;
  int addend;  // a result below 0 then counts as 0
  int multiplier;
  int shift;

  int of(int sum) const {
    const std::int64_t raised = std::max((sum << raise) + addend, 0);
    return static_cast<int>(raised * multiplier >> (high_bits + shift));
  }
};

bool holds(const HighProduct& product, const std::vector<int>& expected) {
  for (int sum = 0; sum < static_cast<int>(expected.size()); ++sum)
    if (std::min(product.of(sum), max_of_byte) != expected[static_cast<std::size_t>(sum)]) return false;
  return true;
}

// The bytes for the sums from 0 to `high`; nothing where devices differ.
std::optional<std::vector<int>> all_stored(const Stencil& stencil, int high) {
  std::vector<int> bytes;
  for (int sum = 0; sum <= high; ++sum) {
    const auto byte = stored(sum, static_cast<float>(stencil.scale), static_cast<float>(stencil.delta));
    if (!byte) return {};
    bytes.push_back(*byte);
  }
  return bytes;
}

// Finds the product for sums that are raised by `raise`.
std::optional<HighProduct> find_high_product(const Stencil& stencil, const std::vector<int>& expected, int raise) {
  const double addend = std::floor(std::ldexp((stencil.delta + 0.5) / stencil.scale, raise));
  const double most = std::ldexp(static_cast<double>(expected.size() - 1), raise);
  if (addend < -max_of_lane || most + std::max(addend, 0.0) > max_of_lane) return {};
  for (int shift = 0; shift < 16; ++shift) {
    const double multiplier = std::ceil(std::ldexp(stencil.scale, high_bits + shift - raise));
    if (multiplier > max_of_lane) break;
    const HighProduct product{raise, static_cast<int>(addend), static_cast<int>(multiplier), shift};
    if (holds(product, expected)) return product;
  }
  return {};
}

std::optional<HighProduct> find_high_product(const Problem& problem) {
  const Stencil& stencil = problem.stencil;
  const Bounds bounds = bounds_of(problem);
  if (problem.input.type != SampleType::u8 || problem.output != SampleType::u8 || bounds.low < 0 ||
      stencil.scale <= 0 || bounds.high > max_signed)
    return {};
  const auto expected = all_stored(stencil, static_cast<int>(bounds.high));
  for (int raise = 0; expected && raise < 8; ++raise)
    if (const auto product = find_high_product(stencil, *expected, raise)) return product;
  return {};
}

// Whether a sum becomes a result by adding a whole number, and clamping where it may be outside 0 to 255.
bool is_shifted(const Stencil& stencil, const Bounds& bounds) {
  return stencil.scale == 1 && stencil.delta == std::rint(stencil.delta) && bounds.low + stencil.delta >= min_signed &&
         bounds.high + stencil.delta <= max_signed;
}

std::vector<std::pair<std::string, std::string>> macros(std::uint32_t multiplier, std::uint32_t addend, bool clamped,
                                                        double bias) {
  return {{"MULTIPLIER", fmt::format("{}u", multiplier)},
          {"ADDEND", fmt::format("{}u", addend)},
          {"CLAMPED", clamped ? "1" : "0"},
          {"BIAS", fmt::format("{}", static_cast<int>(bias))}};
}

}  // namespace

bool has_paired_minima(const DeviceInfo& device) {
  return ocl::ptx_architecture(device) >= 90;
}

bool has_lane_sums(const DeviceInfo& device) {
  return ocl::ptx_architecture(device) >= 61;
}

bool orders_integers(const Problem& problem) {
  return !problem.linear() && problem.stencil.arithmetic == Arithmetic::native && is_integer(problem.input.type);
}

std::optional<std::string> why_not_packed(const Problem& problem) {
  if (!problem.linear()) {
    if (!problem.stencil.numbers.empty()) return "lanes of 16 bits do not know where they are";
    if (orders_integers(problem) && problem.output == problem.input.type && !problem.stencil.needs_inside) return {};
    return "lanes of 16 bits are for ops that order samples of u8 or u16 and keep their type, and for whole masks on "
           "u8";
  }
  if (problem.input.type != SampleType::u8 || !has_whole_taps(problem.stencil))
    return "sums in lanes of 16 bits are for whole masks on u8";
  const Bounds bounds = bounds_of(problem);
  if (bounds.high - bounds.low > max_of_lane)
    return fmt::format("sums from {} to {} are over the {} that a lane holds", bounds.low, bounds.high, max_of_lane);
  if (std::abs(problem.stencil.delta) + std::max(-bounds.low, bounds.high) > max_whole_float)
    return fmt::format("with {} added sums are over the {} up to which f32 is exact", problem.stencil.delta,
                       max_whole_float);
  return {};
}

bool gives_bytes(const Problem& problem) {
  if (!problem.linear()) return true;
  if (problem.combines() || problem.output != SampleType::u8) return false;
  const Bounds bounds = bounds_of(problem);
  return is_shifted(problem.stencil, bounds) || find_scaling(problem, bounds);
}

bool gives_only_bytes(const Problem& problem) {
  if (problem.combines() || problem.input.type != SampleType::u8 || problem.output != SampleType::u8) return false;
  const Bounds bounds = bounds_of(problem);
  const Stencil& stencil = problem.stencil;
  constexpr double margin = 0.25;  // leaves the rest for rounding, which is at most 127 * 127 * 255 / 2^24
  const auto [low, high] = std::minmax({stencil.scale * bounds.low, stencil.scale * bounds.high});
  return low + stencil.delta >= -margin && high + stencil.delta <= max_of_byte + margin;
}

std::vector<std::pair<std::string, std::string>> short_macros(const Problem& problem) {
  const auto product = find_high_product(problem);
  if (!product) return {};
  const bool clamped = product->of(static_cast<int>(bounds_of(problem).high)) > max_of_byte;
  return {{"SHORT_MULTIPLIER", fmt::format("{}u", product->multiplier)},
          {"SHORT_RAISE", fmt::format("{}", product->raise)},
          {"SHORT_ADDEND", fmt::format("{}", product->addend)},
          {"SHORT_SHIFT", fmt::format("{}", product->shift)},
          {"SHORT_CLAMPED", clamped ? "1" : "0"}};
}

std::vector<std::pair<std::string, std::string>> packed_macros(const Problem& problem) {
  const Bounds bounds = bounds_of(problem);
  const Stencil& stencil = problem.stencil;
  if (gives_bytes(problem) && !is_shifted(stencil, bounds)) {
    const Scaling scaling = *find_scaling(problem, bounds);
    return macros(scaling.multiplier, scaling.addend, false, 0);
  }
  const auto delta = static_cast<std::int32_t>(gives_bytes(problem) ? stencil.delta : 0);
  const bool clamped = bounds.low + delta < 0 || bounds.high + delta > max_of_byte;
  return macros(0, static_cast<std::uint32_t>(delta), clamped, -bounds.low);
}

}  // namespace lenslet::stencil
