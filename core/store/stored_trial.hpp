// Checks that a stored result is plausible, whoever wrote it. See also check() in <lenslet/tuning_store.hpp>.
#pragma once

#include <cstdint>
#include <utility>

#include <lenslet/image.hpp>
#include <lenslet/tune.hpp>

namespace lenslet::store {

inline constexpr std::int64_t latest_time = 253402300799;  // the last second of the year 9999

// Checks what holds for a result of any op, even of an op that this version does not know. Throws invalid_argument with
// the wrong field.
void check_result(const Trial& trial, Size size, std::int64_t unix_time);

// Turns a stored number that does not fit into an int into one that every check refuses.
inline int int_of(std::int64_t stored) {
  return std::in_range<int>(stored) ? static_cast<int>(stored) : -1;
}

}  // namespace lenslet::store
