// Goes through levels in the order of their values, whatever their bits are.
#include "ops/autocontrast/autocontrast_levels.hpp"

#include <bit>
#include <cmath>

namespace lenslet::ops {
namespace {

constexpr std::uint32_t halves = 65536;

std::uint32_t sign_of(SampleType type) {
  return size_of(type) == 1 ? 0x80 : 0x8000;
}

// The bits of the level at a place, counted from the least. Negative floats grow downwards.
std::uint32_t bits_at(SampleType type, std::uint32_t place) {
  const std::uint32_t sign = sign_of(type);
  if (type == SampleType::u8 || type == SampleType::u16) return place;
  if (is_integer(type)) return place ^ sign;
  return place < sign ? 2 * sign - 1 - place : place - sign;
}

// The kernel takes all NaN of f32 for one whose upper half says so.
bool is_nan(SampleType type, std::uint32_t bits) {
  if (is_integer(type)) return false;
  return (bits & 0x7fff) > (type == SampleType::f16 ? 0x7c00 : 0x7f80);
}

RankedLevel level_of_rank(SampleType type, std::span<const std::uint64_t> counts, std::uint64_t rank) {
  for (std::uint32_t place = 0; place < counts.size(); ++place) {
    const std::uint32_t bits = bits_at(type, place);
    if (is_nan(type, bits)) continue;
    if (rank < counts[bits]) return {bits, rank};
    rank -= counts[bits];
  }
  return {};
}

std::uint64_t share_of(std::uint64_t total, double percent) {
  return static_cast<std::uint64_t>(std::floor(static_cast<double>(total) * percent / 100));
}

}  // namespace

SampleType autocontrast_counted(SampleType type) {
  return size_of(type) == 1 ? SampleType::u8 : SampleType::u16;
}

LevelEnds ends_of(SampleType type, std::span<const std::uint64_t> counts, const Cuts& cuts) {
  std::uint64_t total = 0;
  for (std::uint32_t bits = 0; bits < counts.size(); ++bits)
    if (!is_nan(type, bits)) total += counts[bits];
  if (total == 0) return {};
  return {true, level_of_rank(type, counts, share_of(total, cuts.low)),
          level_of_rank(type, counts, total - 1 - share_of(total, cuts.high))};
}

double value_of_bits(SampleType type, std::uint32_t bits) {
  const auto narrow = static_cast<std::uint8_t>(bits);
  const auto word = static_cast<std::uint16_t>(bits);
  return size_of(type) == 1 ? load_sample(&narrow, type) : load_sample(&word, type);
}

double value_in_level(const RankedLevel& level, std::span<const std::uint32_t> lower) {
  const bool negative = (level.bits & 0x8000) != 0;
  std::uint64_t rank = level.rank;
  for (std::uint32_t place = 0; place < halves; ++place) {
    const std::uint32_t bits = negative ? halves - 1 - place : place;
    if (rank < lower[bits]) return std::bit_cast<float>(level.bits << 16 | bits);
    rank -= lower[bits];
  }
  return std::bit_cast<float>(level.bits << 16);
}

}  // namespace lenslet::ops
