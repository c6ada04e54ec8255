// Maps and unmaps buffers.
#include "ocl/mapping.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "ocl/driver_limits.hpp"
#include "ocl/error.hpp"
#include "ocl/handles.hpp"
#include "ocl/reserve.hpp"
#include "rounding.hpp"

namespace lenslet::ocl {
namespace {

std::span<std::byte> map(const Queue& queue, const Buffer& buffer, HostAccess access, std::uint64_t offset,
                         std::uint64_t count) {
  const auto note = [&] { return fmt::format("for {} bytes on {}", count, queue.device().info().name); };
  check_host(buffer, access);
  void* memory = nullptr;
  const auto enqueue = [&](cl::Event* done) {
    memory = queue.handle().queue.enqueueMapBuffer(buffer.handle().buffer, CL_TRUE, map_flags_of(access), offset, count,
                                                   nullptr, done);
  };
  checked([&] { until_done(enqueue); }, note);
  return {static_cast<std::byte*>(memory), count};
}

std::byte* allocate_pages(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t whole = round_up(std::max<std::size_t>(bytes, 1), page);
  auto* memory = static_cast<std::byte*>(std::aligned_alloc(page, whole));
  if (memory == nullptr) throw std::bad_alloc();
  std::fill_n(memory, whole, std::byte{0});
  return memory;
}

}  // namespace

cl_map_flags map_flags_of(HostAccess access) {
  switch (access) {
    case HostAccess::read:
      return CL_MAP_READ;
    case HostAccess::write:
      return CL_MAP_READ | CL_MAP_WRITE;
    case HostAccess::overwrite:
      break;
  }
  return CL_MAP_WRITE_INVALIDATE_REGION;
}

Mapping::Mapping(const Queue& queue, const Buffer& buffer, HostAccess access, std::uint64_t offset, std::uint64_t count)
    : queue_(queue), buffer_(buffer), bytes_(map(queue, buffer, access, offset, count)) {}

Mapping::Mapping(Mapping&& from) noexcept
    : queue_(from.queue_), buffer_(from.buffer_), bytes_(std::exchange(from.bytes_, {})) {}

Mapping::~Mapping() {
  if (bytes_.empty()) return;
  clEnqueueUnmapMemObject(queue_.handle().queue(), buffer_.handle().buffer(), bytes_.data(), 0, nullptr, nullptr);
  clFinish(queue_.handle().queue());
}

void Mapping::unmap() {
  if (bytes_.empty()) return;
  void* memory = std::exchange(bytes_, {}).data();
  checked([&] {
    until_done([&](cl::Event* done) {
      queue_.handle().queue.enqueueUnmapMemObject(buffer_.handle().buffer, memory, nullptr, done);
    });
  });
}

// What is mapped and unmapped lies where it lay: devices of this kind only make it visible.
void take_back(const Queue& queue, std::span<const HostStretch> stretches) {
  const cl::CommandQueue& commands = queue.handle().queue;
  const cl_bool waits = unmaps_what_will_be_mapped(queue.device().info()) ? CL_FALSE : CL_TRUE;
  checked([&] {
    until_done([&](cl::Event* done) {
      for (const HostStretch& each : stretches) {
        const cl::Buffer& buffer = each.buffer.handle().buffer;
        void* const memory = commands.enqueueMapBuffer(buffer, waits, CL_MAP_READ, each.offset, each.count);
        commands.enqueueUnmapMemObject(buffer, memory, nullptr, done);
      }
    });
  });
}

void finish_anyway(const Queue& queue) noexcept {
  try {
    queue.finish();
  } catch (...) {  // a command that failed has ended, too
  }
}

HostMemory::HostMemory(std::size_t bytes) : memory_(allocate_pages(bytes)), size_(bytes) {}

void HostMemory::Free::operator()(std::byte* memory) const {
  std::free(memory);
}

}  // namespace lenslet::ocl
