// Samples of each type: their names, their sizes, and their exact conversion to and from double.
#include <lenslet/pixel.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "image/half.hpp"
#include "names.hpp"

namespace lenslet {
namespace {

struct TypeRow {
  std::string_view name;
  std::size_t bytes;
  bool integer;
  double max;
};

const TypeRow& row_of(SampleType type) {
  static constexpr TypeRow rows[] = {
      {"u8", 1, true, 255}, {"u16", 2, true, 65535}, {"f16", 2, false, 1}, {"f32", 4, false, 1}};
  return rows[static_cast<std::size_t>(type)];
}

template <class T>
T load(const void* sample) {
  T value;
  std::memcpy(&value, sample, sizeof value);
  return value;
}

template <class T>
void store(void* sample, T value) {
  std::memcpy(sample, &value, sizeof value);
}

double round_and_saturate(double value, double max) {
  return std::isnan(value) ? 0 : std::nearbyint(std::clamp(value, 0.0, max));
}

}  // namespace

std::size_t size_of(SampleType type) {
  return row_of(type).bytes;
}
std::string_view name_of(SampleType type) {
  return row_of(type).name;
}
bool is_integer(SampleType type) {
  return row_of(type).integer;
}
double max_value(SampleType type) {
  return row_of(type).max;
}

SampleType parse_sample_type(std::string_view s) {
  return parse_name("unknown pixel type", s, filter_types);
}

void check(const PixelFormat& format) {
  if (format.channels < 1 || format.channels > max_channels)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("a pixel has 1 to {} channels, not {}", max_channels, format.channels));
  if (format.alpha && format.channels % 2 != 0)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("a pixel with alpha has 2 or 4 channels, not {}", format.channels));
}

double store_value(double value, SampleType type) {
  switch (type) {
    case SampleType::f16:
      return from_half(half_from_double(value));
    case SampleType::f32:
      return static_cast<float>(value);
    default:
      return round_and_saturate(value, max_value(type));
  }
}

double load_sample(const void* sample, SampleType type) {
  switch (type) {
    case SampleType::u8:
      return load<std::uint8_t>(sample);
    case SampleType::u16:
      return load<std::uint16_t>(sample);
    case SampleType::f16:
      return from_half(load<std::uint16_t>(sample));
    case SampleType::f32:
      return load<float>(sample);
  }
  return 0;
}

void store_sample(void* sample, SampleType type, double value) {
  switch (type) {
    case SampleType::u8:
      return store(sample, static_cast<std::uint8_t>(store_value(value, type)));
    case SampleType::u16:
      return store(sample, static_cast<std::uint16_t>(store_value(value, type)));
    case SampleType::f16:
      return store(sample, half_from_double(value));
    case SampleType::f32:
      return store(sample, static_cast<float>(value));
  }
}

}  // namespace lenslet
