// Writes and reads that wait, and three reads that do not, with a wait for their three events.
#include "listings/host/host.hpp"

#include <algorithm>
#include <array>

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

// Three reads at once, and a wait for their events.
struct Reads {
  explicit Reads(const opencl::SessionHandles& on) : queue(queue_of(on)), buffers(written_buffers(on.context, queue)) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      results[i].resize(256);
      need(clEnqueueReadBuffer(queue, buffers[i], CL_FALSE, 0, uint_bytes, results[i].data(), 0, nullptr,
                               events[i].out()),
           "clEnqueueReadBuffer");
    }
    const cl_event all[] = {events[0], events[1], events[2]};
    need(clWaitForEvents(3, all), "clWaitForEvents");
  }

  std::array<std::vector<cl_uint>, 3> results;  // outlive the queue, which a failed read leaves at work
  HeldQueue queue;
  std::vector<HeldMemory> buffers;
  std::array<HeldEvent, 3> events;
};

}  // namespace

HostResult read_write(const Session& session) {
  const Reads reads(opencl::handles_of(session));
  Report report;
  for (std::size_t i = 0; i < reads.events.size(); ++i) {
    report.equal(fmt::format("buffer {}: its last number", i), reads.results[i].back(), 1000 * i + 255);
    report.equal(fmt::format("read {}: its state", i),
                 ask<cl_int>(clGetEventInfo, reads.events[i], CL_EVENT_COMMAND_EXECUTION_STATUS), CL_COMPLETE);
  }
  return report.take();
}

// The program ends without a release of what the reads made.
HostResult read_write_as_printed(const Session& session) {
  const Reads reads(opencl::handles_of(session));
  const auto lives = [](const HeldEvent& event) {
    return ask<cl_uint>(clGetEventInfo, event, CL_EVENT_REFERENCE_COUNT) > 0;
  };
  Report report;
  report.equal("events that nobody waits for and that still live", std::ranges::count_if(reads.events, lives), 0);
  return report.take();
}

}  // namespace lenslet::listings
