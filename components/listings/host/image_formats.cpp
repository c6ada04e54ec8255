// All formats that images of two dimensions can have: their number first, then the list.
#include "listings/host/host.hpp"

#include <algorithm>

namespace lenslet::listings {
namespace {

std::vector<cl_image_format> formats_of(cl_context context, cl_mem_object_type counted, cl_mem_object_type fetched) {
  cl_uint count = 0;
  need(clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, counted, 0, nullptr, &count),
       "clGetSupportedImageFormats");
  std::vector<cl_image_format> formats(count, cl_image_format{});
  if (count > 0)
    need(clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, fetched, count, formats.data(), nullptr),
         "clGetSupportedImageFormats");
  return formats;
}

bool has(const std::vector<cl_image_format>& formats, cl_channel_order order, cl_channel_type type) {
  return std::ranges::any_of(formats, [&](const cl_image_format& format) {
    return format.image_channel_order == order && format.image_channel_data_type == type;
  });
}

std::size_t filled(const std::vector<cl_image_format>& formats) {
  return static_cast<std::size_t>(
      std::ranges::count_if(formats, [](const cl_image_format& format) { return format.image_channel_order != 0; }));
}

}  // namespace

HostResult image_formats(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const auto formats = formats_of(on.context, CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D);
  if (formats.empty()) not_here("the device has no image objects");
  Report report;
  report.fact("formats of 2D images", fmt::format("{}", formats.size()));
  report.equal("filled entries", filled(formats), formats.size());
  report.holds("RGBA of UNORM_INT8, which all have", has(formats, CL_RGBA, CL_UNORM_INT8));
  report.holds("RGBA of FLOAT, which all have", has(formats, CL_RGBA, CL_FLOAT));
  return report.take();
}

// Counted for 2D, fetched for 1D: too many or too few entries where the two lists differ.
HostResult image_formats_as_printed(const Session& session) {
  const cl_context context = opencl::handles_of(session).context;
  const auto formats = formats_of(context, CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE1D);
  const auto of_1d = formats_of(context, CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D);
  Report report;
  report.equal("entries, and formats of 1D images", formats.size(), of_1d.size());
  report.equal("filled entries", filled(formats), formats.size());
  return report.take();
}

}  // namespace lenslet::listings
