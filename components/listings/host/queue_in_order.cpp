// One device, one queue in order: each command sees the results of those before, and no event is needed.
#include "listings/host/steps.hpp"

namespace lenslet::listings {

HostResult queue_in_order(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldQueue queue = queue_of(on);
  const HeldProgram program = program_of(on, steps_text);
  const HeldKernel twice = kernel_of(program, "twice");
  const HeldMemory x = buffer_of(on.context, step_bytes);
  const std::vector<cl_int> ones(step_items, 1);
  write(queue, x, ones, nullptr);
  for (int i = 0; i < 5; ++i) enqueue(queue, twice, {x});
  need(clFlush(queue), "clFlush");
  need(clFinish(queue), "clFinish");
  Report report;
  report.equal("the queue's properties",
               ask<cl_command_queue_properties>(clGetCommandQueueInfo, queue, CL_QUEUE_PROPERTIES), 0);
  report.holds("doubled five times, 1 is 32", read(queue, x) == std::vector<cl_int>(step_items, 32));
  return report.take();
}

}  // namespace lenslet::listings
