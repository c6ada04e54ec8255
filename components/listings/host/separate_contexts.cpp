// Two contexts: the host carries the numbers from one to the other, and no event of one orders the other.
#include "listings/host/steps.hpp"

namespace lenslet::listings {

HostResult separate_contexts(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  cl_int code = CL_SUCCESS;
  const HeldContext other(clCreateContext(nullptr, 1, &on.device, nullptr, nullptr, &code));
  need(code, "clCreateContext");
  const opencl::SessionHandles there{other, on.device, nullptr};
  const HeldQueue queue = queue_of(on), queue_there = queue_of(there);
  const HeldProgram program = program_of(on, steps_text), program_there = program_of(there, steps_text);
  const HeldKernel twice = kernel_of(program, "twice"), twice_there = kernel_of(program_there, "twice");
  const HeldMemory x = buffer_of(on.context, step_bytes), y = buffer_of(other, step_bytes);
  const std::vector<cl_int> ones(step_items, 1);
  write(queue, x, ones, nullptr);
  HeldEvent ran;
  enqueue(queue, twice, {x}, {}, ran.out());
  const std::vector<cl_int> carried = read(queue, x);
  write(queue_there, y, carried, nullptr);
  enqueue(queue_there, twice_there, {y});
  std::vector<cl_int> values(step_items);
  const cl_int refused =
      clEnqueueReadBuffer(queue_there, y, CL_TRUE, 0, step_bytes, values.data(), 1, ran.list(), nullptr);
  Report report;
  report.holds("doubled in both contexts, 1 is 4", read(queue_there, y) == std::vector<cl_int>(step_items, 4));
  report.code("an event of the other context in a wait list", refused, CL_INVALID_CONTEXT);
  return report.take();
}

}  // namespace lenslet::listings
