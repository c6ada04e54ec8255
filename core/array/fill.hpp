// Arrays for verification: random ones, and values that break naive code.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <lenslet/array.hpp>

namespace lenslet::array {

enum class Fill : std::uint8_t {
  random,    // over a moderate range; integers over their whole range
  small,     // integers from 0 to 9
  equal,     // one value
  sorted,    // ascending
  reversed,  // descending
  special,   // random, with NaN, infinities, both zeros and denormals among them; for integers with their limits
  cancel,    // large values of both signs that nearly cancel, with small values between them
};

inline constexpr Fill fills[] = {Fill::random,   Fill::small,   Fill::equal, Fill::sorted,
                                 Fill::reversed, Fill::special, Fill::cancel};

std::string_view name_of(Fill fill);

// Makes an array. The same seed gives the same elements on every machine.
Array filled(const ArrayType& type, Fill fill, std::uint32_t seed);

// Returns lengths at which loops often end wrongly: 0, 1, primes, and sizes near groups and their squares.
std::vector<std::int64_t> awkward_lengths(int effort);

}  // namespace lenslet::array
