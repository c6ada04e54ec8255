// Three parts of one buffer are a kernel's three outputs: counts of red, green and blue.
#include "listings/host/host.hpp"

namespace lenslet::listings {
namespace {

constexpr char count_text[] = R"(
__kernel void count(__global const uchar4* pixels, __global uint* r, __global uint* g, __global uint* b) {
  const uchar4 pixel = pixels[get_global_id(0)];
  atomic_inc(&r[pixel.x]);
  atomic_inc(&g[pixel.y]);
  atomic_inc(&b[pixel.z]);
}
)";

constexpr std::size_t bin_count = 256, pixel_count = 4096;

std::vector<cl_uchar> picture() {
  std::vector<cl_uchar> values(4 * pixel_count);
  for (std::size_t i = 0; i < pixel_count; ++i) {
    values[4 * i] = static_cast<cl_uchar>(i);
    values[4 * i + 1] = static_cast<cl_uchar>(i / 16);
    values[4 * i + 2] = static_cast<cl_uchar>(i % 7);
  }
  return values;
}

}  // namespace

HostResult histogram_parts(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  std::vector<cl_uchar> values = picture();
  std::vector<cl_uint> counts(3 * bin_count), expected(3 * bin_count);
  for (std::size_t i = 0; i < pixel_count; ++i)
    for (std::size_t channel = 0; channel < 3; ++channel) ++expected[channel * bin_count + values[4 * i + channel]];
  const HeldMemory input = buffer_of(on.context, values.size(), values.data());
  const HeldMemory output = buffer_of(on.context, counts.size() * sizeof(cl_uint), counts.data());
  const HeldProgram program = program_of(on, count_text);
  const HeldKernel kernel = kernel_of(program, "count");
  set_argument(kernel, 0, input);
  std::vector<HeldMemory> parts;
  for (cl_uint i = 0; i < 3; ++i) {
    const cl_buffer_region region{i * bin_count * sizeof(cl_uint), bin_count * sizeof(cl_uint)};
    cl_int code = CL_SUCCESS;
    parts.emplace_back(clCreateSubBuffer(output, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
    need(code, "clCreateSubBuffer");
    set_argument(kernel, i + 1, parts.back());
  }
  const HeldQueue queue = queue_of(on);
  need(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &pixel_count, nullptr, 0, nullptr, nullptr),
       "clEnqueueNDRangeKernel");
  need(clEnqueueReadBuffer(queue, output, CL_TRUE, 0, counts.size() * sizeof(cl_uint), counts.data(), 0, nullptr,
                           nullptr),
       "clEnqueueReadBuffer");
  Report report;
  report.equal("the first bins of red", std::vector(counts.begin(), counts.begin() + 4), std::vector{16, 16, 16, 16});
  report.equal("the first bins of green", std::vector(&counts[bin_count], &counts[bin_count + 4]),
               std::vector{16, 16, 16, 16});
  report.holds("all 768 bins are as the host counts them", counts == expected);
  return report.take();
}

}  // namespace lenslet::listings
