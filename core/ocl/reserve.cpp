// A use is stored as flags of the memory object. The driver returns the flags of any object, even a caller's.
#include "ocl/reserve.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/error.hpp"
#include "ocl/handles.hpp"
#include "ocl/mapping.hpp"
#include "system/large_pages.hpp"

namespace lenslet::ocl {
namespace {

cl_mem_flags flags_of(HostUse use) {
  constexpr cl_mem_flags flags[] = {0, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS};
  return flags[static_cast<std::size_t>(use)];
}

}  // namespace

Buffer reserve(const Queue& queue, std::uint64_t bytes, const MemoryUse& use) {
  const cl_mem_flags where = use.pinned ? CL_MEM_ALLOC_HOST_PTR : 0;
  const Buffer buffer = create(queue, bytes, flags_of(use.kernels) | flags_of(use.host) | where, nullptr);
  // A CPU's buffer is ordinary memory of this process.
  if (queue.device().info().kind == DeviceKind::cpu && bytes >= system::min_for_large_pages &&
      (use.host == HostUse::any || use.host == HostUse::writes))
    system::prefer_large_pages(Mapping(queue, buffer, HostAccess::overwrite).bytes());
  return buffer;
}

Buffer share(const Buffer& buffer) {
  return share(buffer, buffer.access());
}

Buffer share(const Buffer& buffer, KernelAccess access) {
  return {std::make_shared<Buffer::Handle>(buffer.handle()), buffer.bytes(), access};
}

bool is_shared(const Buffer& buffer) {
  return checked([&] { return buffer.handle().buffer.getInfo<CL_MEM_REFERENCE_COUNT>(); }) > 1;
}

void check_host(const Buffer& buffer, HostAccess access) {
  const auto flags = checked([&] { return buffer.handle().buffer.getInfo<CL_MEM_FLAGS>(); });
  const bool reads = access != HostAccess::overwrite, writes = access != HostAccess::read;
  const bool may_read = !(flags & (CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_WRITE_ONLY));
  const bool may_write = !(flags & (CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_READ_ONLY));
  if ((may_read || !reads) && (may_write || !writes)) return;
  throw Error(ErrorKind::invalid_argument, fmt::format("the host {} memory that was made for other use; allowed: {}",
                                                       writes && !may_write ? "writes" : "reads",
                                                       may_read    ? "to read it"
                                                       : may_write ? "to overwrite it"
                                                                   : "kernels alone use it"));
}

}  // namespace lenslet::ocl
