// Writes and reads that wait, and three reads that do not, with a wait for their three events.
#include "listings/host/host.hpp"

#include <algorithm>

namespace lenslet::listings {

namespace {

constexpr std::size_t uint_bytes = 256 * sizeof(cl_uint);

// Three buffers, written by writes that wait.
std::vector<HeldMemory> written_buffers(cl_context context, cl_command_queue queue) {
  std::vector<HeldMemory> buffers;
  for (cl_uint i = 0; i < 3; ++i) {
    const std::vector<cl_uint> values = counted_from<cl_uint>(1000 * i, 256);
    buffers.push_back(buffer_of(context, uint_bytes));
    need(clEnqueueWriteBuffer(queue, buffers[i], CL_TRUE, 0, uint_bytes, values.data(), 0, nullptr, nullptr),
         "clEnqueueWriteBuffer");
  }
  return buffers;
}

// Reads them at once, and waits for the three events.
void read_all(cl_command_queue queue, const std::vector<HeldMemory>& buffers, std::vector<cl_uint> (&results)[3],
              cl_event (&events)[3]) {
  for (std::size_t i = 0; i < 3; ++i) {
    results[i].resize(256);
    need(clEnqueueReadBuffer(queue, buffers[i], CL_FALSE, 0, uint_bytes, results[i].data(), 0, nullptr, &events[i]),
         "clEnqueueReadBuffer");
  }
  need(clWaitForEvents(3, events), "clWaitForEvents");
}

}  // namespace

HostResult read_write(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldQueue queue = queue_of(on);
  const std::vector<HeldMemory> buffers = written_buffers(on.context, queue);
  std::vector<cl_uint> results[3];
  cl_event events[3];
  read_all(queue, buffers, results, events);
  Report report;
  for (int i = 0; i < 3; ++i) {
    report.equal(fmt::format("buffer {}: its last number", i), results[i].back(), 1000 * i + 255);
    report.equal(fmt::format("read {}: its state", i),
                 ask<cl_int>(clGetEventInfo, events[i], CL_EVENT_COMMAND_EXECUTION_STATUS), CL_COMPLETE);
    need(clReleaseEvent(events[i]), "clReleaseEvent");
  }
  return report.take();
}

// The program ends without a release of what the reads made.
HostResult read_write_as_printed(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldQueue queue = queue_of(on);
  const std::vector<HeldMemory> buffers = written_buffers(on.context, queue);
  std::vector<cl_uint> results[3];
  cl_event events[3];
  read_all(queue, buffers, results, events);
  const auto lives = [](cl_event event) { return ask<cl_uint>(clGetEventInfo, event, CL_EVENT_REFERENCE_COUNT) > 0; };
  Report report;
  report.equal("events that nobody waits for and that still live", std::ranges::count_if(events, lives), 0);
  for (const cl_event event : events) clReleaseEvent(event);
  return report.take();
}

}  // namespace lenslet::listings
