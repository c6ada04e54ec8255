// 32 numbers seen as 8 rows of 4, and as 4 slices of 2 rows of 4: x is in bytes, y in rows, z in slices.
#include "listings/host/host.hpp"

namespace lenslet::listings {

HostResult rect_reads(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  std::vector<cl_int> numbers = counted_from<cl_int>(0, 32);
  const HeldMemory buffer = buffer_of(on.context, numbers.size() * sizeof(cl_int), numbers.data());
  const HeldQueue queue = queue_of(on);
  const std::size_t host_origin[3] = {0, 0, 0};

  std::vector<cl_int> plane(6);
  const std::size_t plane_origin[3] = {1 * sizeof(cl_int), 6, 0}, plane_region[3] = {3 * sizeof(cl_int), 2, 1};
  const std::size_t row_pitch = 4 * sizeof(cl_int);
  need(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, plane_origin, host_origin, plane_region, row_pitch, 0, 0, 0,
                               plane.data(), 0, nullptr, nullptr),
       "clEnqueueReadBufferRect");

  std::vector<cl_int> solid(9);
  const std::size_t solid_origin[3] = {1 * sizeof(cl_int), 1, 0}, solid_region[3] = {3 * sizeof(cl_int), 1, 3};
  need(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, solid_origin, host_origin, solid_region, row_pitch,
                               2 * row_pitch, 0, 0, solid.data(), 0, nullptr, nullptr),
       "clEnqueueReadBufferRect");

  Report report;
  report.equal("2D: 3 of 4 columns, rows 6 and 7", plane, std::vector{25, 26, 27, 29, 30, 31});
  report.equal("3D: row 1 of slices 0 to 2", solid, std::vector{5, 6, 7, 13, 14, 15, 21, 22, 23});
  return report.take();
}

}  // namespace lenslet::listings
