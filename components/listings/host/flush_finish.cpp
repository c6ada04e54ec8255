// clFlush hands commands to the device and returns; clFinish returns when all have ended.
#include "listings/host/steps.hpp"

namespace lenslet::listings {

HostResult flush_finish(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldQueue queue = queue_of(on);
  const HeldMemory x = buffer_of(on.context, step_bytes);
  const std::vector<cl_int> ones(step_items, 1);
  HeldEvent wrote;
  write(queue, x, ones, wrote.out());
  const auto state = [&] { return ask<cl_int>(clGetEventInfo, wrote, CL_EVENT_COMMAND_EXECUTION_STATUS); };
  Report report;
  report.code("clFlush", clFlush(queue), CL_SUCCESS);
  report.holds("after clFlush the command is submitted, or further", state() <= CL_SUBMITTED);
  report.code("clFinish", clFinish(queue), CL_SUCCESS);
  report.equal("after clFinish its state is CL_COMPLETE", state(), CL_COMPLETE);
  return report.take();
}

}  // namespace lenslet::listings
