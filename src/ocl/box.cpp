// Reads boxes of bytes out of buffers.
#include "ocl/box.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "ocl/error.hpp"
#include "ocl/handles.hpp"

namespace lenslet::ocl {

void read_box(const Queue& queue, const Buffer& from, const Box& box, std::span<std::byte> host) {
  const std::uint64_t needed = box.region[0] * box.region[1] * box.region[2];
  if (host.size() != needed)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} bytes for a box of {} bytes; allowed: as many", host.size(), needed));
  checked(
      [&] {
        until_done([&](cl::Event* done) {
          queue.handle().queue.enqueueReadBufferRect(from.handle().buffer, CL_TRUE,
                                                     {box.origin[0], box.origin[1], box.origin[2]}, {0, 0, 0},
                                                     {box.region[0], box.region[1], box.region[2]}, box.row_pitch,
                                                     box.slice_pitch, 0, 0, host.data(), nullptr, done);
        });
      },
      [&] { return fmt::format("for {} bytes from {}", fmt::join(box.region, " x "), fmt::join(box.origin, ", ")); });
}

}  // namespace lenslet::ocl
