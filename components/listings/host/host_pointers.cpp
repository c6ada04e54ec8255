// What becomes of the host's memory: COPY sees no later changes, USE is the memory itself, ALLOC is the driver's.
#include "listings/host/host.hpp"

namespace lenslet::listings {
namespace {

cl_float first_number(cl_command_queue queue, cl_mem buffer) {
  cl_int code = CL_SUCCESS;
  void* mapped =
      clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, sizeof(cl_float), 0, nullptr, nullptr, &code);
  need(code, "clEnqueueMapBuffer");
  const cl_float number = *static_cast<const cl_float*>(mapped);
  need(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), "clEnqueueUnmapMemObject");
  need(clFinish(queue), "clFinish");
  return number;
}

}  // namespace

HostResult host_pointers(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldQueue queue = queue_of(on);
  alignas(4096) static cl_float values[1024];
  values[0] = 7;
  const std::size_t bytes = sizeof values;
  const HeldMemory copied = buffer_of(on.context, bytes, values);
  values[0] = 8;
  cl_int code = CL_SUCCESS;
  const HeldMemory used(clCreateBuffer(on.context, CL_MEM_USE_HOST_PTR, bytes, values, &code));
  need(code, "clCreateBuffer");
  const HeldMemory pinned(clCreateBuffer(on.context, CL_MEM_ALLOC_HOST_PTR, bytes, nullptr, &code));
  need(code, "clCreateBuffer");
  need(clEnqueueWriteBuffer(queue, pinned, CL_TRUE, 0, bytes, values, 0, nullptr, nullptr), "clEnqueueWriteBuffer");
  void* mapped = clEnqueueMapBuffer(queue, used, CL_TRUE, CL_MAP_READ, 0, bytes, 0, nullptr, nullptr, &code);
  need(code, "clEnqueueMapBuffer");
  const bool same_memory = mapped == values;
  need(clEnqueueUnmapMemObject(queue, used, mapped, 0, nullptr, nullptr), "clEnqueueUnmapMemObject");

  Report report;
  report.equal("COPY_HOST_PTR: a later change is not seen", first_number(queue, copied), 7.0f);
  report.equal("USE_HOST_PTR: the number", first_number(queue, used), 8.0f);
  report.holds("USE_HOST_PTR: a map returns the host's own pointer", same_memory);
  report.equal("ALLOC_HOST_PTR, written: the number", first_number(queue, pinned), 8.0f);
  return report.take();
}

}  // namespace lenslet::listings
