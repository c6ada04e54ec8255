// What the driver says of a value's memory.
#pragma once

#include <cstdint>
#include <string_view>

#include <lenslet/image_object.hpp>
#include <lenslet/memory.hpp>
#include <lenslet/value.hpp>

#pragma GCC visibility push(default)
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

// Where a memory object was asked to lie.
enum class HostPlace : std::uint8_t {
  none,      // the driver's choice
  in_place,  // in memory of the host's program (CL_MEM_USE_HOST_PTR)
  pinned,    // in memory of the host that the driver allocates (CL_MEM_ALLOC_HOST_PTR)
  copied,    // anywhere, as a copy of the host's memory (CL_MEM_COPY_HOST_PTR)
};

std::string_view name_of(HostPlace place);  // "none", "in place", "pinned", "copied"

struct MemoryInfo {
  MemoryKind kind = MemoryKind::buffer;
  KernelAccess kernels = KernelAccess::read_write;
  HostUse host = HostUse::any;
  HostPlace place = HostPlace::none;
  std::uint64_t bytes = 0;
  const void* host_memory = nullptr;  // for HostPlace::in_place
  std::uint32_t maps = 0;             // maps that are not undone; may have changed since
  std::uint32_t references = 0;       // handles of the object; may have changed since
  bool is_part = false;               // of another buffer; also true for an image over a buffer
  std::uint64_t offset = 0;           // bytes from the start of that buffer
};

MemoryInfo memory_info(const DeviceArray& array);
MemoryInfo memory_info(const DeviceImage& image);
MemoryInfo memory_info(const ImageObject& image);

}  // namespace lenslet
#pragma GCC visibility pop
