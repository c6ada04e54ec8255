// What clGetImageInfo says of an image of 2D with pitches of the driver's.
#include "listings/host/host.hpp"

namespace lenslet::listings {

HostResult image_info(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = 5;
  description.image_height = 3;
  const HeldMemory image = image_of(on, CL_MEM_READ_ONLY, {CL_RGBA, CL_FLOAT}, description);
  const auto format = ask<cl_image_format>(clGetImageInfo, image, CL_IMAGE_FORMAT);
  const auto size = [&](cl_image_info name) { return ask<std::size_t>(clGetImageInfo, image, name); };
  Report report;
  report.holds("FORMAT is RGBA of FLOAT",
               format.image_channel_order == CL_RGBA && format.image_channel_data_type == CL_FLOAT);
  report.equal("ELEMENT_SIZE", size(CL_IMAGE_ELEMENT_SIZE), 16);
  report.fact("ROW_PITCH", fmt::format("{}", size(CL_IMAGE_ROW_PITCH)));
  report.holds("ROW_PITCH is at least a row's bytes", size(CL_IMAGE_ROW_PITCH) >= 5 * 16);
  report.open("SLICE_PITCH of 2D", size(CL_IMAGE_SLICE_PITCH), 0);
  report.equal("WIDTH and HEIGHT", std::vector{size(CL_IMAGE_WIDTH), size(CL_IMAGE_HEIGHT)}, std::vector{5, 3});
  report.equal("DEPTH and ARRAY_SIZE of 2D", std::vector{size(CL_IMAGE_DEPTH), size(CL_IMAGE_ARRAY_SIZE)},
               std::vector{0, 0});
  report.holds("BUFFER is null", ask<cl_mem>(clGetImageInfo, image, CL_IMAGE_BUFFER) == nullptr);
  return report.take();
}

// The context where the image should stand: a driver refuses it, or reads whatever lies there.
HostResult image_info_as_printed(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  std::size_t width = 0;
  const auto not_an_image = reinterpret_cast<cl_mem>(on.context);
  const cl_int code = clGetImageInfo(not_an_image, CL_IMAGE_WIDTH, sizeof width, &width, nullptr);
  Report report;
  report.code("clGetImageInfo(context, CL_IMAGE_WIDTH)", code, CL_SUCCESS);
  if (code == CL_SUCCESS) report.holds("WIDTH is the image's", width == 5);
  return report.take();
}

}  // namespace lenslet::listings
