// An image object in the host's memory while it is mapped: rows lie as far apart as the driver says.
#include "listings/host/host.hpp"

namespace lenslet::listings {

HostResult map_image(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldQueue queue = queue_of(on);
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = 5;
  description.image_height = 3;
  const HeldMemory image = image_of(on, CL_MEM_READ_WRITE, {CL_RGBA, CL_UNORM_INT8}, description);
  const std::size_t origin[3] = {0, 0, 0}, region[3] = {5, 3, 1};
  std::size_t row_pitch = 0;
  cl_int code = CL_SUCCESS;
  auto* bytes = static_cast<cl_uchar*>(clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_WRITE, origin, region,
                                                         &row_pitch, nullptr, 0, nullptr, nullptr, &code));
  need(code, "clEnqueueMapImage");
  for (std::size_t y = 0; y < 3; ++y)
    for (std::size_t x = 0; x < 20; ++x) bytes[y * row_pitch + x] = static_cast<cl_uchar>(100 * y + x);
  need(clEnqueueUnmapMemObject(queue, image, bytes, 0, nullptr, nullptr), "clEnqueueUnmapMemObject");
  std::vector<cl_uchar> read(60);
  need(clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, read.data(), 0, nullptr, nullptr),
       "clEnqueueReadImage");
  Report report;
  report.fact("row pitch of a mapped image, 20 bytes wide", fmt::format("{}", row_pitch));
  report.holds("the pitch is at least a row's bytes", row_pitch >= 20);
  report.equal("the first bytes of rows 0 to 2", std::vector{read[0], read[20], read[40]}, std::vector{0, 100, 200});
  report.equal("the last byte", read[59], 219);
  return report.take();
}

}  // namespace lenslet::listings
