// One work-item: clEnqueueTask, and a range of one item in a group of one.
#include "listings/host/host.hpp"

namespace lenslet::listings {

HostResult task(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldProgram program =
      program_of(on, "__kernel void count(__global int* x) { x[0] += get_global_size(0); x[1] += get_local_size(0); }");
  const HeldKernel kernel = kernel_of(program, "count");
  std::vector<cl_int> sizes(2);
  const HeldMemory out = buffer_of(on.context, 2 * sizeof(cl_int), sizes.data());
  set_argument(kernel, 0, out);
  const HeldQueue queue = queue_of(on);
  const std::size_t one = 1;
  need(clEnqueueTask(queue, kernel, 0, nullptr, nullptr), "clEnqueueTask");
  need(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, &one, 0, nullptr, nullptr), "clEnqueueNDRangeKernel");
  need(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, 2 * sizeof(cl_int), sizes.data(), 0, nullptr, nullptr),
       "clEnqueueReadBuffer");
  Report report;
  report.equal("items and items of a group, of both together", sizes, std::vector{2, 2});
  return report.take();
}

}  // namespace lenslet::listings
