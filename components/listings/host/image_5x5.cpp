// An image object of 5 x 5 floats, the rows 10 to 50, over the host's memory; and an empty one that is written.
// (The print has a comma too many behind image_type.)
#include "listings/host/host.hpp"

namespace lenslet::listings {
namespace {

constexpr cl_image_format float_texels{CL_R, CL_FLOAT};

cl_image_desc description_of_5x5() {
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 5;
  return description;
}

std::vector<cl_float> rows_from_10_to_50() {
  std::vector<cl_float> values;
  for (int row = 1; row <= 5; ++row) values.insert(values.end(), 5, static_cast<cl_float>(10 * row));
  return values;
}

std::vector<cl_float> texels_of(cl_command_queue queue, cl_mem image) {
  std::vector<cl_float> values(25);
  const std::size_t origin[3] = {0, 0, 0}, region[3] = {5, 5, 1};
  need(clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, values.data(), 0, nullptr, nullptr),
       "clEnqueueReadImage");
  return values;
}

constexpr char diagonal_text[] = R"(
__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
__kernel void diagonal(__read_only image2d_t image, __global float* out) {
  const int i = get_global_id(0);
  out[i] = read_imagef(image, nearest, (int2)(i, i)).x;
}
)";

// What a kernel samples on the diagonal, or how the driver refuses it.
std::vector<cl_float> sampled(const opencl::SessionHandles& on, cl_mem image) {
  std::vector<cl_float> diagonal(5);
  const HeldMemory out = buffer_of(on.context, 5 * sizeof(cl_float), diagonal.data());
  const HeldProgram program = program_of(on, diagonal_text);
  const HeldKernel kernel = kernel_of(program, "diagonal");
  const HeldQueue queue = queue_of(on);
  const std::size_t range = 5;
  set_argument(kernel, 0, image);
  set_argument(kernel, 1, out);
  need(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &range, nullptr, 0, nullptr, nullptr),
       "clEnqueueNDRangeKernel");
  need(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, 5 * sizeof(cl_float), diagonal.data(), 0, nullptr, nullptr),
       "clEnqueueReadBuffer");
  return diagonal;
}

}  // namespace

HostResult image_5x5(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldQueue queue = queue_of(on);
  std::vector<cl_float> values = rows_from_10_to_50();
  const cl_image_desc description = description_of_5x5();
  const HeldMemory over =
      image_of(on, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, float_texels, description, values.data());
  const HeldMemory empty = image_of(on, CL_MEM_READ_WRITE, float_texels, description);
  const std::size_t origin[3] = {0, 0, 0}, region[3] = {5, 5, 1};
  need(clEnqueueWriteImage(queue, empty, CL_TRUE, origin, region, 0, 0, values.data(), 0, nullptr, nullptr),
       "clEnqueueWriteImage");
  cl_image_desc with_pitch = description;
  with_pitch.image_row_pitch = 5 * sizeof(cl_float);
  cl_int code = CL_SUCCESS;
  const HeldMemory none(clCreateImage(on.context, CL_MEM_READ_ONLY, &float_texels, &with_pitch, nullptr, &code));
  Report report;
  report.holds("over the host's memory: as written", texels_of(queue, over) == rows_from_10_to_50());
  report.holds("empty, then written: as written", texels_of(queue, empty) == rows_from_10_to_50());
  report.equal("sampled on the diagonal", sampled(on, over), std::vector{10, 20, 30, 40, 50});
  report.fact("a pitch without memory of the host", code_text(code), code_text(CL_INVALID_IMAGE_DESCRIPTOR));
  return report.take();
}

// The printed flags: an image that kernels may only write, with the data that they should texels_of.
HostResult image_5x5_as_printed(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  std::vector<cl_float> values = rows_from_10_to_50();
  const HeldMemory image =
      image_of(on, CL_MEM_WRITE_ONLY | CL_MEM_USE_HOST_PTR, float_texels, description_of_5x5(), values.data());
  Report report;
  report.equal("sampled on the diagonal", sampled(on, image), std::vector{10, 20, 30, 40, 50});
  return report.take();
}

}  // namespace lenslet::listings
