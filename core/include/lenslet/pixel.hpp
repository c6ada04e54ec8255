// What one pixel is: the type of its samples, the number of channels, and whether the last channel is alpha.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lenslet {

// f16 is IEEE 754 binary16. It is a storage type: arithmetic on it is done in f32.
enum class SampleType : std::uint8_t { u8, u16, f16, f32 };

inline constexpr SampleType filter_types[] = {SampleType::u8, SampleType::u16, SampleType::f16, SampleType::f32};
inline constexpr int max_channels = 4;

std::size_t size_of(SampleType type);             // bytes of one sample
std::string_view name_of(SampleType type);        // "u8", "u16", "f16", "f32"
SampleType parse_sample_type(std::string_view s);  // throws invalid_argument for any other word
bool is_integer(SampleType type);
double max_value(SampleType type);  // the value of white: 255, 65535, and 1 for the floating types

struct PixelFormat {
  SampleType type = SampleType::u8;
  int channels = 1;    // 1 to 4, interleaved
  bool alpha = false;  // the last of 2 or 4 channels is opacity, not colour

  std::size_t bytes() const { return size_of(type) * static_cast<std::size_t>(channels); }  // bytes of one pixel
  bool operator==(const PixelFormat&) const = default;
};

// Throws invalid_argument unless there are 1 to 4 channels. An image with alpha must have 2 or 4.
void check(const PixelFormat& format);

// Convert between IEEE 754 binary16 and binary32. to_half() rounds to nearest even and overflows to infinity.
float from_half(std::uint16_t bits);
std::uint16_t to_half(float value);

// Returns the nearest value that a sample of the type can hold. Ties go to the even value. Integers saturate, and NaN
// becomes 0 in them.
double store_value(double value, SampleType type);

// Read and write one sample in memory, which need not be aligned. store_sample() stores store_value() of the value.
double load_sample(const void* sample, SampleType type);
void store_sample(void* sample, SampleType type, double value);

}  // namespace lenslet
