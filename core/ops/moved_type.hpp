// The type that stands for another one where only bits move.
#pragma once

#include <lenslet/sample.hpp>

namespace lenslet::ops {

// Returns an integer of this size, so that types of one size share programs.
inline SampleType moved_type(SampleType type) {
  const std::size_t bytes = size_of(type);
  return bytes == 1 ? SampleType::u8 : bytes == 2 ? SampleType::u16 : bytes == 4 ? SampleType::u32 : SampleType::u64;
}

}  // namespace lenslet::ops
