// Asks the driver about memory objects.
#include "toolkit/ocl/memory_object.hpp"

#include <algorithm>
#include <array>

#include "ocl/enqueue.hpp"
#include "toolkit/ocl/image_buffer.hpp"

namespace lenslet::ocl {
namespace {

template <class Value>
Value ask(cl_mem memory, cl_mem_info what) {
  Value value{};
  check_status("clGetMemObjectInfo", clGetMemObjectInfo(memory, what, sizeof value, &value, nullptr));
  return value;
}

MemoryKind kind_of(cl_mem_object_type type) {
  constexpr std::array<cl_mem_object_type, 7> all = {
      CL_MEM_OBJECT_BUFFER,  CL_MEM_OBJECT_IMAGE1D,       CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY,
      CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};
  return static_cast<MemoryKind>(std::ranges::find(all, type) - all.begin());
}

HostUse host_use_of(cl_mem_flags flags) {
  if (flags & CL_MEM_HOST_NO_ACCESS) return HostUse::none;
  if (flags & CL_MEM_HOST_READ_ONLY) return HostUse::reads;
  return flags & CL_MEM_HOST_WRITE_ONLY ? HostUse::writes : HostUse::any;
}

HostPlace place_of(cl_mem_flags flags) {
  if (flags & CL_MEM_USE_HOST_PTR) return HostPlace::in_place;
  if (flags & CL_MEM_ALLOC_HOST_PTR) return HostPlace::pinned;
  return flags & CL_MEM_COPY_HOST_PTR ? HostPlace::copied : HostPlace::none;
}

const char hosts_memory = 0;  // its address stands for the host's memory

// Returns the host's bytes if the object lies there, else `stretch`.
Stretch on_host(cl_mem memory, const Stretch& stretch) {
  return checked([&] {
    if (!(ask<cl_mem_flags>(memory, CL_MEM_FLAGS) & CL_MEM_USE_HOST_PTR)) return stretch;
    const auto begin = reinterpret_cast<std::uintptr_t>(ask<void*>(memory, CL_MEM_HOST_PTR));
    return Stretch{&hosts_memory, begin, begin + (stretch.end - stretch.begin)};
  });
}

}  // namespace

MemoryInfo memory_info(cl_mem memory) {
  return checked([&] {
    const auto flags = ask<cl_mem_flags>(memory, CL_MEM_FLAGS);
    const HostPlace place = place_of(flags);
    return MemoryInfo{kind_of(ask<cl_mem_object_type>(memory, CL_MEM_TYPE)),
                      access_of(flags),
                      host_use_of(flags),
                      place,
                      ask<std::size_t>(memory, CL_MEM_SIZE),
                      place == HostPlace::in_place ? ask<void*>(memory, CL_MEM_HOST_PTR) : nullptr,
                      ask<cl_uint>(memory, CL_MEM_MAP_COUNT),
                      ask<cl_uint>(memory, CL_MEM_REFERENCE_COUNT),
                      ask<void*>(memory, CL_MEM_ASSOCIATED_MEMOBJECT) != nullptr,
                      ask<std::size_t>(memory, CL_MEM_OFFSET)};
  });
}

Stretch place_of(const Buffer& buffer) {
  return on_host(buffer.handle().buffer(), buffer.stretch());
}

Stretch place_of(const FormattedImage& image, const TexelBox& part) {
  if (const auto in = in_buffer(image, part)) {
    const std::uint64_t begin = place_of(in->buffer).begin + in->offset;
    return {place_of(in->buffer).memory, begin, begin + in->bytes};
  }
  const cl_mem memory = image.handle().memory();
  return on_host(memory, {memory, 0, checked([&] { return ask<std::size_t>(memory, CL_MEM_SIZE); })});
}

}  // namespace lenslet::ocl
