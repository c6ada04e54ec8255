// One device, one queue out of order: only events keep five doublings behind each other.
#include "listings/host/steps.hpp"

namespace lenslet::listings {

HostResult queue_out_of_order(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  if (!has_out_of_order(on.device)) not_here("the device has no queues out of order");
  const HeldQueue queue = queue_of(on, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
  const HeldProgram program = program_of(on, steps_text);
  const HeldKernel twice = kernel_of(program, "twice");
  const HeldMemory x = buffer_of(on.context, step_bytes);
  const std::vector<cl_int> ones(step_items, 1);
  std::vector<HeldEvent> events(6);
  write(queue, x, ones, events[0].out());
  for (std::size_t i = 1; i < events.size(); ++i) enqueue(queue, twice, {x}, {events[i - 1]}, events[i].out());
  Report report;
  report.holds("doubled five times, 1 is 32", read(queue, x, {events.back()}) == std::vector<cl_int>(step_items, 32));
  return report.take();
}

}  // namespace lenslet::listings
