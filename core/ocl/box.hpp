// Boxes of bytes within a buffer: rows in slices, as clEnqueueReadBufferRect sees them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "ocl/queue.hpp"

#pragma GCC visibility push(default)
namespace lenslet::ocl {

struct Box {
  std::array<std::uint64_t, 3> origin{};  // x in bytes, y in rows, z in slices
  std::array<std::uint64_t, 3> region{};
  std::uint64_t row_pitch = 0;    // bytes from one row to the next; 0: rows without gaps
  std::uint64_t slice_pitch = 0;  // bytes from one slice to the next; 0: slices without gaps
};

// read_box() reads a box into memory without gaps that has the region's size. write_box() writes it from there. Both
// wait.
void read_box(const Queue& queue, const Buffer& from, const Box& box, std::span<std::byte> host);
void write_box(const Queue& queue, const Buffer& to, const Box& box, std::span<const std::byte> host);

// Copies a box to another one of the same region. The two must not overlap. Does not wait.
Event copy_box(const Queue& queue, const Buffer& from, const Box& box, const Buffer& to, const Box& target);

}  // namespace lenslet::ocl
#pragma GCC visibility pop
