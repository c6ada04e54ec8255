// Copies on the device: a line of a buffer, and a rectangle to another place of another buffer.
#include "listings/host/host.hpp"

namespace lenslet::listings {

HostResult copy_buffer(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldQueue queue = queue_of(on);
  std::vector<cl_int> numbers = counted_from<cl_int>(0, 32), line(32), square(32);
  const std::size_t bytes = 32 * sizeof(cl_int), size = sizeof(cl_int);
  const HeldMemory from = buffer_of(on.context, bytes, numbers.data());
  const HeldMemory to_line = buffer_of(on.context, bytes, line.data());
  const HeldMemory to_square = buffer_of(on.context, bytes, square.data());
  need(clEnqueueCopyBuffer(queue, from, to_line, 8 * size, 0, 4 * size, 0, nullptr, nullptr), "clEnqueueCopyBuffer");
  const std::size_t origin[3] = {1 * size, 1, 0}, target[3] = {0, 0, 0}, region[3] = {2 * size, 2, 1};
  need(clEnqueueCopyBufferRect(queue, from, to_square, origin, target, region, 4 * size, 0, 2 * size, 0, 0, nullptr,
                               nullptr),
       "clEnqueueCopyBufferRect");
  need(clEnqueueReadBuffer(queue, to_line, CL_TRUE, 0, bytes, line.data(), 0, nullptr, nullptr), "clEnqueueReadBuffer");
  need(clEnqueueReadBuffer(queue, to_square, CL_TRUE, 0, bytes, square.data(), 0, nullptr, nullptr),
       "clEnqueueReadBuffer");
  line.resize(5);
  square.resize(5);
  Report report;
  report.equal("4 numbers from the ninth on", line, std::vector{8, 9, 10, 11, 0});
  report.equal("2 x 2 numbers of rows of 4, in rows of 2", square, std::vector{5, 6, 9, 10, 0});
  return report.take();
}

}  // namespace lenslet::listings
