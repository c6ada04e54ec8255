// clWaitForEvents returns when all have ended, and with an error where one has failed.
#include "listings/host/steps.hpp"

namespace lenslet::listings {

HostResult wait_for_events(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldQueue queue = queue_of(on);
  const HeldMemory x = buffer_of(on.context, step_bytes);
  const std::vector<cl_int> ones(step_items, 1);
  HeldEvent writes[2];
  for (HeldEvent& wrote : writes) write(queue, x, ones, wrote.out());
  const cl_event both[] = {writes[0], writes[1]};
  cl_int code = CL_SUCCESS;
  const HeldEvent failed(clCreateUserEvent(on.context, &code));
  need(code, "clCreateUserEvent");
  need(clSetUserEventStatus(failed, -1), "clSetUserEventStatus");
  Report report;
  report.code("two writes", clWaitForEvents(2, both), CL_SUCCESS);
  report.refused("an event that has failed", clWaitForEvents(1, failed.list()),
                 CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  return report.take();
}

}  // namespace lenslet::listings
