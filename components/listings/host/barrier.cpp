// A barrier between two kernels of a queue out of order: the second begins when the first has ended, and the host goes
// on.
#include "listings/host/steps.hpp"

namespace lenslet::listings {

HostResult barrier(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldQueue queue = free_queue(on);
  const HeldProgram program = program_of(on, steps_text);
  const HeldKernel pre_compute = kernel_of(program, "twice"), compute = kernel_of(program, "sum");
  const HeldMemory x = buffer_of(on.context, step_bytes), y = buffer_of(on.context, step_bytes);
  const std::vector<cl_int> ones(step_items, 1);
  HeldEvent wrote, ended;
  write(queue, x, ones, wrote.out());
  enqueue(queue, pre_compute, {x}, {wrote});
  need(clEnqueueBarrierWithWaitList(queue, 0, nullptr, nullptr), "clEnqueueBarrierWithWaitList");
  enqueue(queue, compute, {x, x, y}, {}, ended.out());
  Report report;
  report.holds("2 + 2 is 4 everywhere", read(queue, y, {ended}) == std::vector<cl_int>(step_items, 4));
  return report.take();
}

}  // namespace lenslet::listings
