// A marker on two writes, a kernel that needs neither, and one that the host starts when the marker has ended.
#include "listings/host/steps.hpp"

namespace lenslet::listings {

HostResult marker(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldQueue queue = free_queue(on);
  const HeldProgram program = program_of(on, steps_text);
  const HeldKernel kernel_1 = kernel_of(program, "twice"), kernel_2 = kernel_of(program, "sum");
  std::vector<cl_int> threes(step_items, 3), ones(step_items, 1), twos(step_items, 2);
  const HeldMemory own = buffer_of(on.context, step_bytes, threes.data());
  const HeldMemory a = buffer_of(on.context, step_bytes), b = buffer_of(on.context, step_bytes);
  const HeldMemory out = buffer_of(on.context, step_bytes);
  HeldEvent writes[2], marked, ran_1, ran_2;
  write(queue, a, ones, writes[0].out());
  write(queue, b, twos, writes[1].out());
  const cl_event both[] = {writes[0], writes[1]};
  need(clEnqueueMarkerWithWaitList(queue, 2, both, marked.out()), "clEnqueueMarkerWithWaitList");
  enqueue(queue, kernel_1, {own}, {}, ran_1.out());
  need(clWaitForEvents(1, marked.list()), "clWaitForEvents");
  enqueue(queue, kernel_2, {a, b, out}, {}, ran_2.out());
  Report report;
  report.fact("the queue", has_out_of_order(on.device) ? "out of order" : "in order, so that kernel_1 waits",
              "out of order");
  report.holds("kernel_1: twice 3 is 6", read(queue, own, {ran_1}) == std::vector<cl_int>(step_items, 6));
  report.holds("kernel_2: 1 + 2 is 3", read(queue, out, {ran_2}) == std::vector<cl_int>(step_items, 3));
  return report.take();
}

}  // namespace lenslet::listings
