// What clEnqueueNDRangeKernel takes: dimensions, offset, group; and what it refuses.
#include "listings/host/host.hpp"

namespace lenslet::listings {
namespace {

// The return code of a launch of so many items.
cl_int launch(cl_command_queue queue, cl_kernel kernel, std::size_t items, const std::size_t* group,
              const std::size_t* offset = nullptr, cl_uint dimensions = 1) {
  const std::size_t global[3] = {items, 1, 1};
  const cl_int code = clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, group, 0, nullptr, nullptr);
  need(clFinish(queue), "clFinish");
  return code;
}

}  // namespace

HostResult ranges(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldProgram program =
      program_of(on, "__kernel void ids(__global int* x) { x[get_global_id(0)] = get_global_id(0); }", "-cl-std=CL1.2");
  const HeldKernel kernel = kernel_of(program, "ids");
  const HeldMemory x = buffer_of(on.context, 4096);
  set_argument(kernel, 0, x);
  const HeldQueue queue = queue_of(on);
  const std::size_t group[] = {64, 1, 1}, offset[] = {256, 0, 0}, eight = 8;
  Report report;
  report.code("1024 items in groups of 64", launch(queue, kernel, 1024, group), CL_SUCCESS);
  report.code("the driver's choice of a group", launch(queue, kernel, 100, nullptr), CL_SUCCESS);
  report.code("three dimensions", launch(queue, kernel, 128, group, nullptr, 3), CL_SUCCESS);
  report.code("64 items from 256 on", launch(queue, kernel, 64, &eight, offset), CL_SUCCESS);
  report.code("100 items in groups of 64", launch(queue, kernel, 100, group), CL_INVALID_WORK_GROUP_SIZE);
  report.code("four dimensions", launch(queue, kernel, 64, nullptr, nullptr, 4), CL_INVALID_WORK_DIMENSION);
  return report.take();
}

}  // namespace lenslet::listings
