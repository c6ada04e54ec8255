// What clGetMemObjectInfo says of a buffer and of a part of it.
#include "listings/host/host.hpp"

namespace lenslet::listings {

HostResult memory_info(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const std::size_t alignment = ask<cl_uint>(clGetDeviceInfo, on.device, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  const HeldMemory whole = buffer_of(on.context, 4 * alignment, nullptr, CL_MEM_READ_ONLY);
  const cl_buffer_region region{alignment, 2 * alignment};
  cl_int code = CL_SUCCESS;
  const HeldMemory part(clCreateSubBuffer(whole, CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
  need(code, "clCreateSubBuffer");
  Report report;
  report.equal("TYPE", ask<cl_mem_object_type>(clGetMemObjectInfo, whole, CL_MEM_TYPE), CL_MEM_OBJECT_BUFFER);
  report.equal("FLAGS", ask<cl_mem_flags>(clGetMemObjectInfo, whole, CL_MEM_FLAGS), CL_MEM_READ_ONLY);
  report.equal("SIZE", ask<std::size_t>(clGetMemObjectInfo, whole, CL_MEM_SIZE), 4 * alignment);
  report.holds("HOST_PTR is null", ask<void*>(clGetMemObjectInfo, whole, CL_MEM_HOST_PTR) == nullptr);
  report.equal("MAP_COUNT", ask<cl_uint>(clGetMemObjectInfo, whole, CL_MEM_MAP_COUNT), 0);
  report.fact("REFERENCE_COUNT", fmt::format("{}", ask<cl_uint>(clGetMemObjectInfo, whole, CL_MEM_REFERENCE_COUNT)));
  report.holds("CONTEXT", ask<cl_context>(clGetMemObjectInfo, whole, CL_MEM_CONTEXT) == on.context);
  report.holds("ASSOCIATED_MEMOBJECT of a part is the whole",
               ask<cl_mem>(clGetMemObjectInfo, part, CL_MEM_ASSOCIATED_MEMOBJECT) == whole);
  report.equal("OFFSET of a part", ask<std::size_t>(clGetMemObjectInfo, part, CL_MEM_OFFSET), alignment);
  return report.take();
}

}  // namespace lenslet::listings
