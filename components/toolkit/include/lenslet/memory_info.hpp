// What the driver says of a value's memory.
#pragma once

#include <cstdint>
#include <string_view>

#include <lenslet/image_object.hpp>
#include <lenslet/memory.hpp>
#include <lenslet/value.hpp>

namespace lenslet {

enum class MemoryKind : std::uint8_t {
  buffer,
  image1d,
  image1d_buffer,
  image1d_array,
  image2d,
  image2d_array,
  image3d
};

std::string_view name_of(MemoryKind kind);  // "buffer", ...

// Where a memory object lies, as it was asked for.
enum class HostPlace : std::uint8_t {
  none,      // the driver's choice
  in_place,  // memory of the host's own (CL_MEM_USE_HOST_PTR)
  pinned,    // memory with the host (CL_MEM_ALLOC_HOST_PTR)
  copied,    // it began as a copy of the host's (CL_MEM_COPY_HOST_PTR)
};

std::string_view name_of(HostPlace place);  // "none", "in place", "pinned", "copied"

struct MemoryInfo {
  MemoryKind kind = MemoryKind::buffer;
  KernelAccess kernels = KernelAccess::read_write;
  HostUse host = HostUse::any;
  HostPlace place = HostPlace::none;
  std::uint64_t bytes = 0;
  const void* host_memory = nullptr;  // of HostPlace::in_place
  std::uint32_t maps = 0;             // that are not undone; may be old when it is read
  std::uint32_t references = 0;       // handles of it; may be old, too
  bool is_part = false;               // of another buffer, or an image over one
  std::uint64_t offset = 0;           // bytes from that one's begin
};

MemoryInfo memory_info(const DeviceArray& array);
MemoryInfo memory_info(const DeviceImage& image);
MemoryInfo memory_info(const ImageObject& image);

}  // namespace lenslet
