// Shapes of arrays.
#include <limits>

#include <fmt/ranges.h>

#include <lenslet/array.hpp>
#include <lenslet/error.hpp>

namespace lenslet {

std::int64_t ArrayType::count() const {
  std::int64_t count = 1;
  for (const std::int64_t side : shape) count *= side;
  return count;
}

std::uint64_t ArrayType::bytes() const {
  return static_cast<std::uint64_t>(count()) * size_of(type);
}

std::string to_string(const ArrayType& type) {
  return fmt::format("{} [{}{}]", name_of(type.type), type.counted ? "up to " : "", fmt::join(type.shape, ", "));
}

void check(const ArrayType& type) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 8;
  if (type.counted && type.shape.empty())
    throw Error(ErrorKind::invalid_argument, "a counted array without sides; allowed: with a first side");
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
