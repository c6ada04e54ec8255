// A program of two strings: one with its length, one that ends with a null character.
#include "listings/host/host.hpp"

namespace lenslet::listings {

HostResult program_from_source(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const char* texts[] = {"#define STEP 3\n... not read",
                         "__kernel void steps(__global int* out) { out[get_global_id(0)] = STEP * get_global_id(0); }"};
  const std::size_t lengths[] = {15, 0};  // 0: up to its null character
  cl_int code = CL_SUCCESS;
  const HeldProgram program(clCreateProgramWithSource(on.context, 2, texts, lengths, &code));
  need(code, "clCreateProgramWithSource");
  need(clBuildProgram(program, 1, &on.device, nullptr, nullptr, nullptr), "clBuildProgram");
  const HeldKernel kernel = kernel_of(program, "steps");
  const HeldQueue queue = queue_of(on);
  std::vector<cl_int> numbers(4);
  const HeldMemory out = buffer_of(on.context, numbers.size() * sizeof(cl_int));
  set_argument(kernel, 0, out);
  const std::size_t range = numbers.size();
  need(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &range, nullptr, 0, nullptr, nullptr),
       "clEnqueueNDRangeKernel");
  need(
      clEnqueueReadBuffer(queue, out, CL_TRUE, 0, numbers.size() * sizeof(cl_int), numbers.data(), 0, nullptr, nullptr),
      "clEnqueueReadBuffer");
  Report report;
  report.equal("what the kernel of both strings wrote", numbers, std::vector{0, 3, 6, 9});
  return report.take();
}

}  // namespace lenslet::listings
