// Samples of each type: their names, their sizes, and their conversion to and from double.
#include <lenslet/sample.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "image/half.hpp"
#include "names.hpp"

namespace lenslet {
namespace {

struct TypeRow {
  std::string_view name;
  std::size_t bytes;
  double min, max;
  bool integer = true;
};

template <class T>
constexpr TypeRow integer_row(std::string_view name) {
  return {name, sizeof(T), static_cast<double>(std::numeric_limits<T>::min()),
          static_cast<double>(std::numeric_limits<T>::max())};
}

const TypeRow& row_of(SampleType type) {
  static constexpr TypeRow rows[] = {integer_row<std::uint8_t>("u8"),
                                     integer_row<std::int8_t>("i8"),
                                     integer_row<std::uint16_t>("u16"),
                                     integer_row<std::int16_t>("i16"),
                                     integer_row<std::uint32_t>("u32"),
                                     integer_row<std::int32_t>("i32"),
                                     integer_row<std::uint64_t>("u64"),
                                     integer_row<std::int64_t>("i64"),
                                     {"f16", 2, 0, 1, false},
                                     {"f32", 4, 0, 1, false},
                                     {"f64", 8, 0, 1, false}};
  return rows[static_cast<std::size_t>(type)];
}

// 64-bit limits are no doubles, so the comparisons include the rounded limits.
template <class T>
T nearest(double value) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(value);
  } else {
    if (std::isnan(value)) return 0;
    const double rounded = std::nearbyint(value);
    if (rounded <= static_cast<double>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
    if (rounded >= static_cast<double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
    return static_cast<T>(rounded);
  }
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

bool is_filter_type(SampleType type) {
  return std::ranges::find(filter_types, type) != std::end(filter_types);
}

double min_value(SampleType type) {
  return row_of(type).min;
}

double max_value(SampleType type) {
  return row_of(type).max;
}

SampleType parse_sample_type(std::string_view s) {
  return parse_name("unknown sample type", s, sample_types);
}

double store_value(double value, SampleType type) {
  if (type == SampleType::f16) return from_half(half_from_double(value));
  return with_type(type, [value](auto sample) { return static_cast<double>(nearest<decltype(sample)>(value)); });
}

double load_sample(const void* sample, SampleType type) {
  if (type == SampleType::f16) return from_half(load<std::uint16_t>(sample));
  return with_type(type, [sample](auto value) { return static_cast<double>(load<decltype(value)>(sample)); });
}

void store_sample(void* sample, SampleType type, double value) {
  if (type == SampleType::f16) return store(sample, half_from_double(value));
  with_type(type, [sample, value](auto stored) { store(sample, nearest<decltype(stored)>(value)); });
}

}  // namespace lenslet
