// Writes and reads that wait, and three reads that do not, with a wait for their three events.
#include "listings/host/host.hpp"

namespace lenslet::listings {

HostResult read_write(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldQueue queue = queue_of(on);
  const std::size_t bytes = 256 * sizeof(cl_uint);
  std::vector<HeldMemory> buffers;
  for (cl_uint i = 0; i < 3; ++i) {
    const std::vector<cl_uint> values = counted_from<cl_uint>(1000 * i, 256);
    buffers.push_back(buffer_of(on.context, bytes));
    need(clEnqueueWriteBuffer(queue, buffers[i], CL_TRUE, 0, bytes, values.data(), 0, nullptr, nullptr),
         "clEnqueueWriteBuffer");
  }
  std::vector<cl_uint> results[3];
  cl_event events[3];
  for (int i = 0; i < 3; ++i) {
    results[i].resize(256);
    need(clEnqueueReadBuffer(queue, buffers[static_cast<std::size_t>(i)], CL_FALSE, 0, bytes, results[i].data(), 0,
                             nullptr, &events[i]),
         "clEnqueueReadBuffer");
  }
  need(clWaitForEvents(3, events), "clWaitForEvents");
  Report report;
  for (int i = 0; i < 3; ++i) {
    report.equal(fmt::format("buffer {}: its last number", i), results[i].back(), 1000 * i + 255);
    report.equal(fmt::format("read {}: its state", i),
                 ask<cl_int>(clGetEventInfo, events[i], CL_EVENT_COMMAND_EXECUTION_STATUS), CL_COMPLETE);
    need(clReleaseEvent(events[i]), "clReleaseEvent");
  }
  return report.take();
}

}  // namespace lenslet::listings
