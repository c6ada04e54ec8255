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

const TypeRow& row_of(PixelType type) {
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

std::size_t size_of(PixelType type) {
  return row_of(type).bytes;
}
std::string_view name_of(PixelType type) {
  return row_of(type).name;
}
bool is_integer(PixelType type) {
  return row_of(type).integer;
}
double max_value(PixelType type) {
  return row_of(type).max;
}

PixelType parse_pixel_type(std::string_view s) {
  return parse_name("unknown pixel type", s, pixel_types);
}

void check(const PixelFormat& format) {
  if (format.channels < 1 || format.channels > max_channels)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("a pixel has 1 to {} channels, not {}", max_channels, format.channels));
  if (format.alpha && format.channels % 2 != 0)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("a pixel with alpha has 2 or 4 channels, not {}", format.channels));
}

double store_value(double value, PixelType type) {
  switch (type) {
    case PixelType::f16:
      return from_half(half_from_double(value));
    case PixelType::f32:
      return static_cast<float>(value);
    default:
      return round_and_saturate(value, max_value(type));
  }
}

double load_sample(const void* sample, PixelType type) {
  switch (type) {
    case PixelType::u8:
      return load<std::uint8_t>(sample);
    case PixelType::u16:
      return load<std::uint16_t>(sample);
    case PixelType::f16:
      return from_half(load<std::uint16_t>(sample));
    case PixelType::f32:
      return load<float>(sample);
  }
  return 0;
}

void store_sample(void* sample, PixelType type, double value) {
  switch (type) {
    case PixelType::u8:
      return store(sample, static_cast<std::uint8_t>(store_value(value, type)));
    case PixelType::u16:
      return store(sample, static_cast<std::uint16_t>(store_value(value, type)));
    case PixelType::f16:
      return store(sample, half_from_double(value));
    case PixelType::f32:
      return store(sample, static_cast<float>(value));
  }
}

}  // namespace lenslet
