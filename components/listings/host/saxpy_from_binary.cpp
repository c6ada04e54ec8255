// SAXPY built from source, its binary taken and loaded again, and run: 1024 numbers in groups of 64.
#include "listings/host/host.hpp"

#include <chrono>

namespace lenslet::listings {
namespace {

constexpr const char* saxpy_text = R"(
__kernel void saxpy_kernel(float alpha, __global const float* A, __global const float* B, __global float* C) {
  const size_t i = get_global_id(0);
  C[i] = alpha * A[i] + B[i];
}
)";

// The program's devices may be more than the one that it was built for, whose binaries have no bytes.
std::vector<unsigned char> binary_of(cl_program program, cl_device_id device) {
  const auto count = ask<cl_uint>(clGetProgramInfo, program, CL_PROGRAM_NUM_DEVICES);
  std::vector<cl_device_id> devices(count);
  std::vector<std::size_t> sizes(count);
  need(clGetProgramInfo(program, CL_PROGRAM_DEVICES, std::span(devices).size_bytes(), devices.data(), nullptr),
       "clGetProgramInfo");
  need(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, std::span(sizes).size_bytes(), sizes.data(), nullptr),
       "clGetProgramInfo");
  std::vector<std::vector<unsigned char>> binaries;
  std::vector<unsigned char*> pointers;
  for (const std::size_t size : sizes) pointers.push_back(binaries.emplace_back(size).data());
  need(clGetProgramInfo(program, CL_PROGRAM_BINARIES, std::span(pointers).size_bytes(), pointers.data(), nullptr),
       "clGetProgramInfo");
  for (std::size_t i = 0; i < count; ++i)
    if (devices[i] == device) return binaries[i];
  return {};
}

double build_ms(cl_program program, cl_device_id device) {
  const auto begin = std::chrono::steady_clock::now();
  need(clBuildProgram(program, 1, &device, nullptr, nullptr, nullptr), "clBuildProgram");
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

std::vector<cl_float> run_saxpy(const opencl::SessionHandles& on, cl_program program) {
  const std::size_t n = 1024, group = 64, bytes = n * sizeof(cl_float);
  std::vector<cl_float> a = counted_from<cl_float>(0, n), b(n), c(n);
  for (std::size_t i = 0; i < n; ++i) b[i] = static_cast<cl_float>(n - i);
  const HeldMemory on_a = buffer_of(on.context, bytes, a.data()), on_b = buffer_of(on.context, bytes, b.data());
  const HeldMemory on_c = buffer_of(on.context, bytes);
  const HeldKernel kernel = kernel_of(program, "saxpy_kernel");
  set_argument(kernel, 0, 2.0f);
  set_argument(kernel, 1, on_a);
  set_argument(kernel, 2, on_b);
  set_argument(kernel, 3, on_c);
  const HeldQueue queue = queue_of(on);
  need(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &n, &group, 0, nullptr, nullptr), "clEnqueueNDRangeKernel");
  need(clEnqueueReadBuffer(queue, on_c, CL_TRUE, 0, bytes, c.data(), 0, nullptr, nullptr), "clEnqueueReadBuffer");
  return c;
}

}  // namespace

HostResult saxpy_from_binary(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  cl_int code = CL_SUCCESS, status = CL_SUCCESS;
  const char* source = saxpy_text;
  const HeldProgram from_source(clCreateProgramWithSource(on.context, 1, &source, nullptr, &code));
  need(code, "clCreateProgramWithSource");
  const double source_ms = build_ms(from_source, on.device);
  const std::vector<unsigned char> binary = binary_of(from_source, on.device);
  if (binary.empty()) not_here("the driver gives no binary");
  const std::size_t size = binary.size();
  const unsigned char* bytes = binary.data();
  const HeldProgram from_binary(clCreateProgramWithBinary(on.context, 1, &on.device, &size, &bytes, &status, &code));
  need(code, "clCreateProgramWithBinary");
  const double binary_ms = build_ms(from_binary, on.device);
  Report report;
  report.code("status of the binary", status, CL_SUCCESS);
  report.fact("ms to build from source", fmt::format("{:.3f}", source_ms), "about 95");
  report.fact("ms to build from the binary", fmt::format("{:.3f}", binary_ms), "1.69");
  const std::vector<cl_float> expected = counted_from<cl_float>(1024, 1024);
  report.holds("C[i] is i + 1024 from the source", run_saxpy(on, from_source) == expected);
  report.holds("C[i] is i + 1024 from the binary", run_saxpy(on, from_binary) == expected);
  return report.take();
}

}  // namespace lenslet::listings
