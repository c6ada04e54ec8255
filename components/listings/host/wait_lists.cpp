// Kernel A waits for the writes of A and B; kernel B waits for the write of C and for kernel A.
#include "listings/host/steps.hpp"

namespace lenslet::listings {

HostResult wait_lists(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldQueue queue = free_queue(on);
  const HeldProgram program = program_of(on, steps_text);
  const HeldKernel kernel_a = kernel_of(program, "sum"), kernel_b = kernel_of(program, "sum");
  const HeldMemory a = buffer_of(on.context, step_bytes), b = buffer_of(on.context, step_bytes);
  const HeldMemory c = buffer_of(on.context, step_bytes), part = buffer_of(on.context, step_bytes);
  const HeldMemory result = buffer_of(on.context, step_bytes);
  const std::vector<cl_int> ones(step_items, 1), twos(step_items, 2), fours(step_items, 4);

  HeldEvent wrote_a, wrote_b, wrote_c, ran_a, ran_b;
  write(queue, a, ones, wrote_a.out());
  write(queue, b, twos, wrote_b.out());
  write(queue, c, fours, wrote_c.out());
  enqueue(queue, kernel_a, {a, b, part}, {wrote_a, wrote_b}, ran_a.out());
  enqueue(queue, kernel_b, {part, c, result}, {wrote_c, ran_a}, ran_b.out());
  const std::vector<cl_int> sums = read(queue, result, {ran_b});

  Report report;
  report.fact("the queue", has_out_of_order(on.device) ? "out of order" : "in order");
  report.holds("1 + 2 + 4 is 7 everywhere", sums == std::vector<cl_int>(step_items, 7));
  report.code("a number of events without a list", clWaitForEvents(1, nullptr), CL_INVALID_VALUE);
  return report.take();
}

}  // namespace lenslet::listings
