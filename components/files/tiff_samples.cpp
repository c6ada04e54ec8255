// Bits have the order of TIFF 6.0's FillOrder 1, which libtiff establishes.
#include "files/tiff_samples.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace lenslet::io {
namespace {

template <class Sample>
void put(std::byte* to, std::int64_t at, Sample sample) {
  std::memcpy(to + at * static_cast<std::int64_t>(sizeof sample), &sample, sizeof sample);
}

template <class Sample>
Sample take_sample(const std::byte* from, std::int64_t at) {
  Sample sample;
  std::memcpy(&sample, from + at * static_cast<std::int64_t>(sizeof sample), sizeof sample);
  return sample;
}

template <class From, class To, class Convert>
void hold_each(const TiffSamples& samples, Convert convert) {
  for (std::int64_t i = 0; i < samples.count; ++i)
    put<To>(samples.to, i * samples.step, convert(take_sample<From>(samples.from, i)));
}

// Scales integers of so many bits, which follow each other without gaps.
template <class To>
void hold_bits(const TiffSamples& samples, int bits) {
  const std::uint32_t greatest = (1U << bits) - 1;
  std::int64_t next = 0;
  for (std::int64_t i = 0; i < samples.count; ++i) {
    std::uint32_t value = 0;
    for (int bit = 0; bit < bits; ++bit, ++next)
      value = value << 1 | (std::to_integer<unsigned>(samples.from[next / 8]) >> (7 - next % 8) & 1U);
    put(samples.to, i * samples.step,
        static_cast<To>((value * std::uint64_t{std::numeric_limits<To>::max()} + greatest / 2) / greatest));
  }
}

template <class Sample>
void invert(Sample* samples, std::int64_t count, int colours, int channels) {
  constexpr Sample greatest = std::is_integral_v<Sample> ? std::numeric_limits<Sample>::max() : Sample{1};
  for (std::int64_t i = 0; i < count; ++i)
    for (int c = 0; c < colours; ++c)
      samples[i * channels + c] = static_cast<Sample>(greatest - samples[i * channels + c]);
}

template <class Sample>
Sample divided(Sample colour, Sample alpha) {
  if (alpha == 0) return 0;
  if constexpr (std::is_integral_v<Sample>) {
    constexpr std::uint64_t greatest = std::numeric_limits<Sample>::max();
    return static_cast<Sample>(std::min<std::uint64_t>((colour * greatest + alpha / 2U) / alpha, greatest));
  } else {
    return colour / alpha;
  }
}

template <class Sample>
void divide(Sample* samples, std::int64_t count, int channels) {
  for (std::int64_t i = 0; i < count; ++i, samples += channels)
    for (int c = 0; c < channels - 1; ++c) samples[c] = divided(samples[c], samples[channels - 1]);
}

template <class Sample>
void make_row_plain(const TiffFacts& facts, std::byte* row, std::int64_t width) {
  auto* samples = reinterpret_cast<Sample*>(row);
  if (facts.photometric == PHOTOMETRIC_MINISWHITE && facts.kind == SAMPLEFORMAT_UINT)
    invert(samples, width, 1, facts.channels);
  if (facts.alpha == TiffAlpha::associated) divide(samples, width, facts.channels);
}

}  // namespace

namespace {

// Colours of 8 and 16 bits that alpha has multiplied are fractions of it.
SampleType signed_type(const TiffFacts& facts) {
  if (facts.bits == 32) return SampleType::i32;
  if (facts.alpha == TiffAlpha::associated) return SampleType::f32;
  return facts.bits == 8 ? SampleType::i8 : SampleType::i16;
}

}  // namespace

SampleType held_type(const TiffFacts& facts) {
  if (facts.kind == SAMPLEFORMAT_IEEEFP) return facts.bits == 64 ? SampleType::f64 : SampleType::f32;
  if (facts.kind == SAMPLEFORMAT_INT) return signed_type(facts);
  if (facts.bits == 32) return SampleType::u32;
  return facts.bits <= 8 ? SampleType::u8 : SampleType::u16;
}

double held_value(const TiffFacts& facts, double value) {
  const SampleType type = held_type(facts);
  if (!is_integer(type) || facts.bits == 8 || facts.bits == 16 || facts.bits == 32) return value;
  return std::round(value * (type == SampleType::u8 ? 255 : 65535) / ((1 << facts.bits) - 1));
}

void hold(const TiffFacts& facts, const TiffSamples& samples) {
  const auto same = [](auto sample) { return sample; };
  const auto widened = [](auto sample) { return static_cast<float>(sample); };
  if (facts.kind == SAMPLEFORMAT_IEEEFP && facts.bits == 16) return hold_each<std::uint16_t, float>(samples, from_half);
  if (facts.bits == 64) return hold_each<std::uint64_t, std::uint64_t>(samples, same);
  if (facts.bits == 32) return hold_each<std::uint32_t, std::uint32_t>(samples, same);
  if (held_type(facts) == SampleType::f32)
    return facts.bits == 8 ? hold_each<std::int8_t, float>(samples, widened)
                           : hold_each<std::int16_t, float>(samples, widened);
  if (facts.bits == 8) return hold_each<std::uint8_t, std::uint8_t>(samples, same);
  if (facts.bits == 16) return hold_each<std::uint16_t, std::uint16_t>(samples, same);
  facts.bits < 8 ? hold_bits<std::uint8_t>(samples, facts.bits) : hold_bits<std::uint16_t>(samples, facts.bits);
}

void hold_run(const TiffFacts& facts, const std::byte* from, std::int64_t count, std::byte* to, int step) {
  if (from != nullptr) return hold(facts, {from, count, to, step});
  const SampleType type = held_type(facts);
  const double absent = held_value(facts, facts.nodata().value_or(0));
  for (std::int64_t i = 0; i < count; ++i)
    store_sample(to + i * step * static_cast<std::int64_t>(size_of(type)), type, absent);
}

void make_plain(const TiffFacts& facts, std::byte* row, std::int64_t width) {
  const SampleType type = held_type(facts);
  if (type == SampleType::u8) make_row_plain<std::uint8_t>(facts, row, width);
  if (type == SampleType::u16) make_row_plain<std::uint16_t>(facts, row, width);
  if (type == SampleType::u32) make_row_plain<std::uint32_t>(facts, row, width);
  if (type == SampleType::f32) make_row_plain<float>(facts, row, width);
  if (type == SampleType::f64) make_row_plain<double>(facts, row, width);
}

}  // namespace lenslet::io
