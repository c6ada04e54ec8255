// A buffer that is mapped to be written, and mapped again to be read.
#include "listings/host/host.hpp"

namespace lenslet::listings {
namespace {

cl_int* mapped(cl_command_queue queue, cl_mem buffer, cl_map_flags flags) {
  cl_int code = CL_SUCCESS;
  void* memory = clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, 0, 64 * sizeof(cl_int), 0, nullptr, nullptr, &code);
  need(code, "clEnqueueMapBuffer");
  return static_cast<cl_int*>(memory);
}

}  // namespace

HostResult map_buffer(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldQueue queue = queue_of(on);
  const HeldMemory buffer = buffer_of(on.context, 64 * sizeof(cl_int));
  Report report;
  cl_int* memory = mapped(queue, buffer, CL_MAP_WRITE);
  report.open("maps while it is mapped", ask<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT), 1);
  for (cl_int i = 0; i < 64; ++i) memory[i] = i * i;
  need(clEnqueueUnmapMemObject(queue, buffer, memory, 0, nullptr, nullptr), "clEnqueueUnmapMemObject");
  memory = mapped(queue, buffer, CL_MAP_READ);
  report.equal("the last number, mapped again", memory[63], 63 * 63);
  need(clEnqueueUnmapMemObject(queue, buffer, memory, 0, nullptr, nullptr), "clEnqueueUnmapMemObject");
  need(clFinish(queue), "clFinish");
  report.equal("maps in the end", ask<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT), 0);
  return report.take();
}

}  // namespace lenslet::listings
