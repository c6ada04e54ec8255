// Element types and shapes.
#include <limits>

#include <fmt/ranges.h>

#include <lenslet/array.hpp>
#include <lenslet/error.hpp>

#include "names.hpp"

namespace lenslet {

std::size_t size_of(SampleType type) {
  constexpr std::size_t sizes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8};
  return sizes[static_cast<std::size_t>(type)];
}

std::string_view name_of(SampleType type) {
  constexpr std::string_view names[] = {"u8", "u16", "i32", "u32", "i64", "u64", "f16", "f32", "f64"};
  return names[static_cast<std::size_t>(type)];
}

SampleType parse_sample_type(std::string_view s) {
  return parse_name("unknown element type", s, sample_types);
}

bool is_integer(SampleType type) {
  return type < SampleType::f16;
}

std::int64_t ArrayType::count() const {
  std::int64_t count = 1;
  for (const std::int64_t side : shape) count *= side;
  return count;
}

std::uint64_t ArrayType::bytes() const {
  return static_cast<std::uint64_t>(count()) * size_of(type);
}

std::string to_string(const ArrayType& type) {
  return fmt::format("{} [{}]", name_of(type.type), fmt::join(type.shape, ", "));
}

void check(const ArrayType& type) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 8;
  std::int64_t count = 1;
  for (const std::int64_t side : type.shape) {
    if (side < 0)
      throw Error(ErrorKind::invalid_argument, fmt::format("a side of {} elements; allowed: 0 and more", side));
    if (side > 0 && count > most / side)
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("an array of {}; allowed: up to {} elements", to_string(type), most));
    count *= side > 0 ? side : 1;
  }
}

}  // namespace lenslet
