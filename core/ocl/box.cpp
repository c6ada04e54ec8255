// Reads, writes and copies boxes of bytes.
#include "ocl/box.hpp"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "ocl/error.hpp"
#include "ocl/handles.hpp"
#include "ocl/reserve.hpp"

namespace lenslet::ocl {
namespace {

using Place = cl::array<cl::size_type, 3>;

Place place_of(const std::array<std::uint64_t, 3>& numbers) {
  return {numbers[0], numbers[1], numbers[2]};
}

void check_size(const Box& box, std::size_t bytes) {
  const std::uint64_t needed = box.region[0] * box.region[1] * box.region[2];
  if (bytes != needed)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} bytes for a box of {} bytes; allowed: as many", bytes, needed));
}

std::string box_note(const Box& box) {
  return fmt::format("for {} bytes from {}", fmt::join(box.region, " x "), fmt::join(box.origin, ", "));
}

}  // namespace

void read_box(const Queue& queue, const Buffer& from, const Box& box, std::span<std::byte> host) {
  check_size(box, host.size());
  check_host(from, HostAccess::read);
  const auto enqueue = [&](cl::Event* done) {
    queue.handle().queue.enqueueReadBufferRect(from.handle().buffer, CL_TRUE, place_of(box.origin), Place{0, 0, 0},
                                               place_of(box.region), box.row_pitch, box.slice_pitch, 0, 0, host.data(),
                                               nullptr, done);
  };
  checked([&] { until_done(enqueue); }, [&] { return box_note(box); });
}

void write_box(const Queue& queue, const Buffer& to, const Box& box, std::span<const std::byte> host) {
  check_size(box, host.size());
  check_host(to, HostAccess::overwrite);
  const auto enqueue = [&](cl::Event* done) {
    queue.handle().queue.enqueueWriteBufferRect(to.handle().buffer, CL_TRUE, place_of(box.origin), Place{0, 0, 0},
                                                place_of(box.region), box.row_pitch, box.slice_pitch, 0, 0, host.data(),
                                                nullptr, done);
  };
  checked([&] { until_done(enqueue); }, [&] { return box_note(box); });
}

Event copy_box(const Queue& queue, const Buffer& from, const Box& box, const Buffer& to, const Box& target) {
  cl::Event event;
  checked(
      [&] {
        queue.handle().queue.enqueueCopyBufferRect(from.handle().buffer, to.handle().buffer, place_of(box.origin),
                                                   place_of(target.origin), place_of(box.region), box.row_pitch,
                                                   box.slice_pitch, target.row_pitch, target.slice_pitch, nullptr,
                                                   &event);
      },
      [&] { return box_note(box); });
  return Event(std::exchange(event(), nullptr));
}

}  // namespace lenslet::ocl
