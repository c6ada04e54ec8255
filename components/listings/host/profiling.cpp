// SAXPY with an event for each command of a queue with times: two writes, the kernel and the read.
// (The print has a stray x.)
#include "listings/host/steps.hpp"

namespace lenslet::listings {
namespace {

cl_ulong time_of(cl_event event, cl_profiling_info name) {
  cl_ulong time = 0;
  need(clGetEventProfilingInfo(event, name, sizeof time, &time, nullptr), "clGetEventProfilingInfo");
  return time;
}

void add_times(Report& report, const char* command, cl_event event) {
  const cl_ulong queued = time_of(event, CL_PROFILING_COMMAND_QUEUED),
                 submit = time_of(event, CL_PROFILING_COMMAND_SUBMIT);
  const cl_ulong start = time_of(event, CL_PROFILING_COMMAND_START), end = time_of(event, CL_PROFILING_COMMAND_END);
  report.holds(fmt::format("{}: queued, submitted, started and ended in this order", command),
               queued <= submit && submit <= start && start <= end);
  report.fact(fmt::format("{}: time", command),
              fmt::format("{:.3f} milliseconds", static_cast<double>(end - start) * 1e-6));
}

}  // namespace

HostResult profiling(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldQueue queue = queue_of(on, CL_QUEUE_PROFILING_ENABLE);
  const HeldProgram program = program_of(on, steps_text);
  const HeldKernel kernel = kernel_of(program, "sum");
  const HeldMemory a = buffer_of(on.context, step_bytes), b = buffer_of(on.context, step_bytes);
  const HeldMemory c = buffer_of(on.context, step_bytes);
  const std::vector<cl_int> ones(step_items, 1), twos(step_items, 2);
  std::vector<cl_int> sums(step_items);
  HeldEvent wrote_a, wrote_b, ran, did_read;
  write(queue, a, ones, wrote_a.out());
  write(queue, b, twos, wrote_b.out());
  enqueue(queue, kernel, {a, b, c}, {}, ran.out());
  need(clEnqueueReadBuffer(queue, c, CL_FALSE, 0, step_bytes, sums.data(), 0, nullptr, did_read.out()),
       "clEnqueueReadBuffer");
  need(clWaitForEvents(1, did_read.list()), "clWaitForEvents");
  Report report;
  add_times(report, "write of A", wrote_a);
  add_times(report, "write of B", wrote_b);
  add_times(report, "kernel", ran);
  add_times(report, "read of C", did_read);
  report.holds("the sums are right", sums == std::vector<cl_int>(step_items, 3));
  const HeldQueue without = queue_of(on);
  HeldEvent untimed;
  write(without, a, ones, untimed.out());
  need(clFinish(without), "clFinish");
  cl_ulong time = 0;
  report.open("a queue without CL_QUEUE_PROFILING_ENABLE",
              code_text(clGetEventProfilingInfo(untimed, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr)),
              code_text(CL_PROFILING_INFO_NOT_AVAILABLE));
  return report.take();
}

}  // namespace lenslet::listings
