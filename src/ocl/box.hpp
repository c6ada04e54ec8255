// Boxes of bytes within a buffer: rows in slices, as clEnqueueReadBufferRect sees them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "ocl/queue.hpp"

namespace lenslet::ocl {

struct Box {
  std::array<std::uint64_t, 3> origin{};  // x in bytes, y in rows, z in slices
  std::array<std::uint64_t, 3> region{};
  std::uint64_t row_pitch = 0;  // bytes from a row to the next; 0: rows without gaps
  std::uint64_t slice_pitch = 0;
};

// Reads a box into memory without gaps, which must have the region's size. Waits.
void read_box(const Queue& queue, const Buffer& from, const Box& box, std::span<std::byte> host);

}  // namespace lenslet::ocl
