// How far apart the rows of the library's own images lie on a device.
#pragma once

#include <cstdint>

namespace lenslet::system {

// Rows begin at multiples of 128 bytes, which are whole cache lines and whole GPU transactions. Rows with gaps do not
// lie whole multiples of 4096 bytes apart: they would share the same few lines of a CPU's nearest cache.
constexpr std::int64_t row_pitch(std::int64_t bytes) {
  constexpr std::int64_t alignment = 128, cache_period = 4096;
  const std::int64_t aligned = (bytes + alignment - 1) / alignment * alignment;
  return aligned % cache_period == 0 && aligned > bytes ? aligned + alignment : aligned;
}

}  // namespace lenslet::system
