// A program with an OpenCL context, queue and buffers of its own has Lenslet filter one of its buffers into another
// one. Nothing is copied and nobody waits until the program reads its result.
#define CL_TARGET_OPENCL_VERSION 120

#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <vector>

#include <lenslet/lenslet.hpp>
#include <lenslet/opencl.hpp>

namespace {

constexpr std::int64_t width = 64, height = 48;

// What the program had before it knew Lenslet.
struct Program {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_mem picture = nullptr, blurred = nullptr;

  Program() {
    cl_platform_id platforms[8];
    cl_uint count = 0;
    clGetPlatformIDs(8, platforms, &count);
    for (cl_uint i = 0; i < count && device == nullptr; ++i)
      if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS) device = nullptr;
    if (device == nullptr) throw std::runtime_error("no OpenCL device");
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    queue = clCreateCommandQueue(context, device, 0, nullptr);
    picture = clCreateBuffer(context, CL_MEM_READ_ONLY, width * height, nullptr, nullptr);
    blurred = clCreateBuffer(context, CL_MEM_READ_WRITE, width * height, nullptr, nullptr);
  }
  ~Program() {
    if (device == nullptr) return;
    clReleaseMemObject(blurred);
    clReleaseMemObject(picture);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
};

void blur_beside(const Program& program) {
  std::vector<std::uint8_t> pixels(width * height, 0), result(width * height);
  pixels[24 * width + 30] = 255;
  clEnqueueWriteBuffer(program.queue, program.picture, CL_FALSE, 0, pixels.size(), pixels.data(), 0, nullptr, nullptr);

  const lenslet::ImageType type{{lenslet::SampleType::u8, 1}, {width, height}};
  const lenslet::Session session = lenslet::opencl::session(program.context, program.device, program.queue);
  const lenslet::Plan plan = session.plan(lenslet::ops::Gaussian{.sigma = 2}, type.format);
  const lenslet::Launch launch = plan.launch_into(lenslet::opencl::image(session, program.picture, type),
                                                  {lenslet::opencl::image(session, program.blurred, type)});

  clEnqueueReadBuffer(program.queue, program.blurred, CL_TRUE, 0, result.size(), result.data(), 0, nullptr, nullptr);
  std::printf("the white pixel is now %d, the one beside it %d\n", result[24 * width + 30], result[24 * width + 31]);
}

}  // namespace

int main() {
  try {
    blur_beside(Program());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
