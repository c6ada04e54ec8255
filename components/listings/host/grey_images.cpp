// The memory of a filter on grey pictures: two image objects of CL_R and CL_FLOAT, and a buffer for the mask, which
// needs CL_MEM_READ_ONLY and CL_MEM_COPY_HOST_PTR alone.
#include "listings/host/host.hpp"

#include <array>

namespace lenslet::listings {
namespace {

constexpr std::size_t grey_width = 8, grey_height = 4;

constexpr const char* copy_text = R"(
__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
__kernel void copy(__read_only image2d_t from, __write_only image2d_t to, __constant float* mask, __global float4* out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float4 texel = read_imagef(from, nearest, at);
  write_imagef(to, at, texel * mask[0]);
  if (at.x == 2 && at.y == 0) *out = texel;
}
)";

struct Grey {
  std::vector<cl_float> pixels;     // of the output
  std::array<cl_float, 4> texel{};  // of the third pixel of the input
};

cl_image_desc description() {
  cl_image_desc made{};
  made.image_type = CL_MEM_OBJECT_IMAGE2D;
  made.image_width = grey_width;
  made.image_height = grey_height;
  return made;
}

// Each pixel is half its number, 0, 0.5, 1, ..., and becomes twice that.
Grey copied(const opencl::SessionHandles& on) {
  std::vector<cl_float> pixels = counted_from<cl_float>(0, grey_width * grey_height);
  for (cl_float& pixel : pixels) pixel *= 0.5f;
  Grey grey{std::vector<cl_float>(pixels.size())};
  cl_float mask = 2;
  const cl_image_format format{CL_R, CL_FLOAT};
  const HeldMemory from = image_of(on, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, format, description(), pixels.data());
  const HeldMemory to = image_of(on, CL_MEM_WRITE_ONLY, format, description());
  const HeldMemory filter = buffer_of(on.context, sizeof mask, &mask, CL_MEM_READ_ONLY);
  const HeldMemory out = buffer_of(on.context, sizeof grey.texel);
  const HeldProgram program = program_of(on, copy_text);
  const HeldKernel kernel = kernel_of(program, "copy");
  const HeldQueue queue = queue_of(on);
  cl_uint index = 0;
  for (const HeldMemory* memory : {&from, &to, &filter, &out}) set_argument(kernel, index++, *memory);
  const std::size_t range[] = {grey_width, grey_height}, origin[3] = {}, region[] = {grey_width, grey_height, 1};
  need(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, range, nullptr, 0, nullptr, nullptr),
       "clEnqueueNDRangeKernel");
  need(clEnqueueReadImage(queue, to, CL_TRUE, origin, region, 0, 0, grey.pixels.data(), 0, nullptr, nullptr),
       "clEnqueueReadImage");
  need(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof grey.texel, grey.texel.data(), 0, nullptr, nullptr),
       "clEnqueueReadBuffer");
  return grey;
}

}  // namespace

HostResult grey_images(const Session& session) {
  const Grey grey = copied(opencl::handles_of(session));
  Report report({"what", "here", "right"});
  report.holds("the output has twice the input's pixels",
               grey.pixels == counted_from<cl_float>(0, grey_width * grey_height));
  report.equal("what read_imagef() makes of a pixel of 1", grey.texel, std::array<cl_float, 4>{1, 0, 0, 1});
  return report.take();
}

// The text says that all but .x is 0.
HostResult grey_images_by_the_words(const Session& session) {
  const Grey grey = copied(opencl::handles_of(session));
  Report report({"what", "here", "the text"});
  report.equal("what read_imagef() makes of a pixel of 1", grey.texel, std::array<cl_float, 4>{1, 0, 0, 0});
  return report.take();
}

}  // namespace lenslet::listings
