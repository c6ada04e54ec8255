// clFlush hands commands to the device and returns; clFinish returns when all have ended.
#include "listings/host/steps.hpp"

namespace lenslet::listings {

HostResult flush_finish(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldQueue flushed = queue_of(on), finished = queue_of(on);
  const HeldMemory x = buffer_of(on.context, step_bytes);
  const std::vector<cl_int> ones(step_items, 1);
  HeldEvent first, second;
  const auto state = [](cl_event event) {
    return ask<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS);
  };
  Report report;
  write(flushed, x, ones, first.out());
  report.code("clFlush", clFlush(flushed), CL_SUCCESS);
  report.open("after clFlush the command is submitted, or further", state(first) <= CL_SUBMITTED ? "yes" : "no", "yes");
  need(clWaitForEvents(1, first.list()), "clWaitForEvents");
  write(finished, x, ones, second.out());
  report.code("clFinish", clFinish(finished), CL_SUCCESS);
  report.equal("after clFinish its state is CL_COMPLETE", state(second), CL_COMPLETE);
  return report.take();
}

}  // namespace lenslet::listings
