// Draws numbers by its own rule, because <random>'s distributions differ between libraries.
#include "array/fill.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace lenslet::array {
namespace {

// Sets any 64 bits in integers, and a number from -100 to 100 in floats.
void put_random(Array& array, std::int64_t i, std::mt19937_64& random) {
  const std::uint64_t bits = random();
  if (!is_integer(array.type().type)) {
    array.set(i, static_cast<double>(bits >> 11) * 0x1p-53 * 200 - 100);
    return;
  }
  const std::size_t size = size_of(array.type().type);
  const auto from = std::as_bytes(std::span(&bits, 1)).first(size);
  std::ranges::copy(from, array.bytes().begin() + i * static_cast<std::int64_t>(size));
}

void put_special(Array& array, std::int64_t i, std::mt19937_64& random) {
  const bool integer = is_integer(array.type().type);
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const double floats[] = {std::nan(""), infinite, -infinite, 0.0, -0.0, 1e-40, -1e-40, 1e-6};
  const double integers[] = {-infinite, infinite, 0, 1, -1};
  const std::uint64_t choice = random() % 16;
  if (choice < (integer ? std::size(integers) : std::size(floats)))
    array.set(i, integer ? integers[choice] : floats[choice]);
  else
    put_random(array, i, random);
}

double cancelling(std::int64_t i, std::mt19937_64& random) {
  const double noise = static_cast<double>(random() % 1000) / 1000;
  const double large = i % 3 == 0 ? 3e4 : i % 3 == 1 ? -3e4 : 0;
  return large + noise;
}

template <class T>
void sort_as(Array& array) {
  std::ranges::sort(array.as<T>());
}

void sort(Array& array) {
  switch (array.type().type) {
    case SampleType::u64:
      return sort_as<std::uint64_t>(array);
    case SampleType::i64:
      return sort_as<std::int64_t>(array);
    default:
      break;
  }
  std::vector<double> values;
  for (std::int64_t i = 0; i < array.count(); ++i) values.push_back(array.at(i));
  std::ranges::sort(values);
  for (std::int64_t i = 0; i < array.count(); ++i) array.set(i, values[static_cast<std::size_t>(i)]);
}

void reverse(Array& array) {
  const std::size_t size = size_of(array.type().type);
  const auto bytes = array.bytes();
  for (std::size_t i = 0, j = bytes.size(); i + size < j; i += size) {
    j -= size;
    std::swap_ranges(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                     bytes.begin() + static_cast<std::ptrdiff_t>(i + size),
                     bytes.begin() + static_cast<std::ptrdiff_t>(j));
  }
}

void put(Array& array, std::int64_t i, Fill fill, std::mt19937_64& random) {
  if (fill == Fill::small) return array.set(i, static_cast<double>(random() % 10));
  if (fill == Fill::equal) return array.set(i, 7);
  if (fill == Fill::special) return put_special(array, i, random);
  if (fill == Fill::cancel) return array.set(i, cancelling(i, random));
  put_random(array, i, random);
}

}  // namespace

std::string_view name_of(Fill fill) {
  constexpr std::string_view names[] = {"random", "small", "equal", "sorted", "reversed", "special", "cancelling"};
  return names[static_cast<std::size_t>(fill)];
}

Array filled(const ArrayType& type, Fill fill, std::uint32_t seed) {
  Array array(type);
  std::mt19937_64 random(seed);
  for (std::int64_t i = 0; i < array.count(); ++i) put(array, i, fill, random);
  if (fill == Fill::sorted || fill == Fill::reversed) sort(array);
  if (fill == Fill::reversed) reverse(array);
  return array;
}

std::vector<std::int64_t> awkward_lengths(int effort) {
  if (effort == 0) return {0, 1, 7, 1000};
  if (effort == 1) return {0, 1, 2, 15, 63, 257, 1000, 65537};
  return {0, 1, 2, 3, 31, 63, 64, 65, 127, 128, 129, 255, 256, 257, 1000, 1021, 4095, 4097, 65535, 65537, 300007};
}

}  // namespace lenslet::array
