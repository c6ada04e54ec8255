// An event that the host ends: a write waits for it, and it can be ended once.
#include "listings/host/steps.hpp"

namespace lenslet::listings {
namespace {

HeldEvent user_event(cl_context context) {
  cl_int code = CL_SUCCESS;
  HeldEvent event(clCreateUserEvent(context, &code));
  need(code, "clCreateUserEvent");
  return event;
}

// The text's undefined example in the order that is defined: two writes behind an event, which is ended before a buffer
// that they need is released. OpenCL allows no call that releases anything but events before that.
void release_behind_the_end(Report& report, const opencl::SessionHandles& on, cl_command_queue queue) {
  const std::vector<cl_int> ones(step_items, 1);
  const HeldMemory buf1 = buffer_of(on.context, step_bytes);
  HeldMemory buf2 = buffer_of(on.context, step_bytes);
  const HeldEvent gate = user_event(on.context);
  HeldEvent wrote[2];
  try {
    write(queue, buf1, ones, wrote[0].out(), {gate});
    write(queue, buf2, ones, wrote[1].out(), {gate});
  } catch (...) {
    clSetUserEventStatus(gate, CL_COMPLETE);  // else the queue never ends
    throw;
  }
  need(clSetUserEventStatus(gate, CL_COMPLETE), "clSetUserEventStatus");
  buf2 = HeldMemory();
  report.code("two writes, of which one buffer is released when the event has ended",
              clWaitForEvents(1, wrote[1].list()), CL_SUCCESS);
  report.code("the other one", clWaitForEvents(1, wrote[0].list()), CL_SUCCESS);
  report.fact("clReleaseMemObject(buf2) before the event has ended", "not tried", "undefined");
}

}  // namespace

HostResult user_events(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldQueue queue = queue_of(on);
  const HeldMemory x = buffer_of(on.context, step_bytes);
  const std::vector<cl_int> ones(step_items, 1);
  const HeldEvent gate = user_event(on.context);
  HeldEvent wrote;
  write(queue, x, ones, wrote.out(), {gate});
  Report report;
  report.equal("its state at first is CL_SUBMITTED",
               ask<cl_int>(clGetEventInfo, gate, CL_EVENT_COMMAND_EXECUTION_STATUS), CL_SUBMITTED);
  report.code("ended by CL_COMPLETE", clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  report.refused("ended again", clSetUserEventStatus(gate, CL_COMPLETE), CL_INVALID_OPERATION);
  report.code("the write behind it", clWaitForEvents(1, wrote.list()), CL_SUCCESS);
  report.holds("what was written is there", read(queue, x) == ones);
  release_behind_the_end(report, on, queue);
  return report.take();
}

// The text says that any state can be set.
HostResult user_events_as_printed(const Session& session) {
  const HeldEvent gate = user_event(opencl::handles_of(session).context);
  const cl_int code = clSetUserEventStatus(gate, CL_RUNNING);
  clSetUserEventStatus(gate, CL_COMPLETE);
  Report report;
  report.code("clSetUserEventStatus(CL_RUNNING)", code, CL_SUCCESS);
  return report.take();
}

}  // namespace lenslet::listings
