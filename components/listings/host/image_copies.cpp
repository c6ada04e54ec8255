// Texels from image to image, from image to buffer and back, and a fill with one colour.
#include "listings/host/host.hpp"

namespace lenslet::listings {
namespace {

constexpr std::size_t no_offset[3] = {0, 0, 0}, two_by_two[3] = {2, 2, 1}, all_texels[3] = {4, 4, 1};

std::vector<cl_float> texels_in(cl_command_queue queue, cl_mem image, const std::size_t (&region)[3]) {
  std::vector<cl_float> values(4 * region[0] * region[1]);
  need(clEnqueueReadImage(queue, image, CL_TRUE, no_offset, region, 0, 0, values.data(), 0, nullptr, nullptr),
       "clEnqueueReadImage");
  return values;
}

HeldMemory image_4x4(const opencl::SessionHandles& on) {
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 4;
  return image_of(on, CL_MEM_READ_WRITE, {CL_RGBA, CL_FLOAT}, description);
}

}  // namespace

HostResult image_copies(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldQueue queue = queue_of(on);
  const HeldMemory a = image_4x4(on), b = image_4x4(on);
  const std::vector<cl_float> values = counted_from<cl_float>(0, 64);
  need(clEnqueueWriteImage(queue, a, CL_TRUE, no_offset, all_texels, 0, 0, values.data(), 0, nullptr, nullptr),
       "clEnqueueWriteImage");
  const std::size_t origin[3] = {1, 2, 0};
  need(clEnqueueCopyImage(queue, a, b, origin, no_offset, two_by_two, 0, nullptr, nullptr), "clEnqueueCopyImage");
  Report report;
  const std::vector<cl_float> corner = texels_in(queue, b, two_by_two);
  report.equal("image to image: the reds from (1, 2) on", std::vector{corner[0], corner[4], corner[8], corner[12]},
               std::vector{36, 40, 52, 56});

  const HeldMemory buffer = buffer_of(on.context, 16 * sizeof(cl_float));
  need(clEnqueueCopyImageToBuffer(queue, a, buffer, origin, two_by_two, 0, 0, nullptr, nullptr),
       "clEnqueueCopyImageToBuffer");
  std::vector<cl_float> packed(16);
  need(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 16 * sizeof(cl_float), packed.data(), 0, nullptr, nullptr),
       "clEnqueueReadBuffer");
  report.holds("image to buffer: the same numbers without gaps", packed == corner);

  const cl_float colour[4] = {0.25f, 0.5f, 0.75f, 1};
  need(clEnqueueFillImage(queue, b, colour, no_offset, all_texels, 0, nullptr, nullptr), "clEnqueueFillImage");
  need(clEnqueueCopyBufferToImage(queue, buffer, b, 0, no_offset, two_by_two, 0, nullptr, nullptr),
       "clEnqueueCopyBufferToImage");
  const std::vector<cl_float> filled = texels_in(queue, b, all_texels);
  report.equal("buffer to image: the first texel", std::vector(filled.begin(), filled.begin() + 4),
               std::vector{36, 37, 38, 39});
  report.equal("filled: the last texel", std::vector(filled.end() - 4, filled.end()),
               std::vector{0.25, 0.5, 0.75, 1.0});
  return report.take();
}

}  // namespace lenslet::listings
