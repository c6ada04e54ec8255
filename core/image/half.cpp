// IEEE 754 binary16: 1 sign bit, 5 exponent bits (bias 15), 10 bits of significand.
#include "image/half.hpp"

#include <algorithm>
#include <bit>

#include <lenslet/sample.hpp>

namespace lenslet {
namespace {

constexpr std::uint16_t half_infinity = 0x7c00;
constexpr std::uint16_t half_quiet = 0x0200;

// Returns significand / 2^shift, rounded to the nearest integer, ties to even.
std::uint64_t shift_to_even(std::uint64_t significand, int shift) {
  const std::uint64_t quotient = significand >> shift;
  const std::uint64_t rest = significand & ((std::uint64_t{1} << shift) - 1);
  const std::uint64_t half = std::uint64_t{1} << (shift - 1);
  const bool up = rest > half || (rest == half && (quotient & 1) != 0);
  return quotient + up;
}

// `bits` are those of a positive double, infinity or NaN.
std::uint16_t magnitude_to_half(std::uint64_t bits) {
  constexpr std::uint64_t fraction_mask = (std::uint64_t{1} << 52) - 1;
  constexpr std::uint64_t infinity = std::uint64_t{0x7ff} << 52;
  if (bits > infinity) return static_cast<std::uint16_t>(half_infinity | half_quiet | ((bits & fraction_mask) >> 42));
  const int exponent = static_cast<int>(bits >> 52) - 1023;
  if (exponent > 15) return half_infinity;
  // Below 2^-14 halves are subnormal: their last place stays 2^-24. A shift of 55 or more gives 0.
  const int shift = std::min(42 + std::max(0, -14 - exponent), 55);
  const std::uint64_t significand = (bits & fraction_mask) | (fraction_mask + 1);
  const auto biased = static_cast<std::uint64_t>(std::max(exponent, -14) + 14);
  // A carry correctly increases the exponent.
  return static_cast<std::uint16_t>((biased << 10) + shift_to_even(significand, shift));
}

}  // namespace

std::uint16_t half_from_double(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 48 & 0x8000);
  return static_cast<std::uint16_t>(sign | magnitude_to_half(bits & ~(std::uint64_t{1} << 63)));
}

std::uint16_t to_half(float value) {
  return half_from_double(value);
}

float from_half(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000u) << 16;
  const std::uint32_t exponent = bits >> 10 & 0x1fu;
  const std::uint32_t fraction = bits & 0x3ffu;
  if (exponent == 0) {
    const float magnitude = static_cast<float>(fraction) * 0x1p-24f;
    return sign ? -magnitude : magnitude;
  }
  const std::uint32_t biased = exponent == 31 ? 255 : exponent + 112;
  return std::bit_cast<float>(sign | biased << 23 | fraction << 13);
}

}  // namespace lenslet
