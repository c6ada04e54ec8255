// SAXPY built from source, its binary written to a file and loaded again, and run: 1024 numbers in groups of 64.
#include "listings/host/host.hpp"

#include <chrono>
#include <cstdio>

#include "system/temporary_folder.hpp"

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

// All that a file has, which is nothing where none was opened.
std::vector<unsigned char> bytes_of(std::FILE* file) {
  std::vector<unsigned char> bytes;
  for (int byte = 0; file && (byte = std::fgetc(file)) != EOF;) bytes.push_back(static_cast<unsigned char>(byte));
  if (file) std::fclose(file);
  return bytes;
}

// The same bytes by way of a file.
std::vector<unsigned char> written_and_read(const std::vector<unsigned char>& bytes) {
  const system::TemporaryFolder folder({"saxpy.clbin"});
  const std::string path = (folder.path() / "saxpy.clbin").string();
  std::FILE* out = std::fopen(path.c_str(), "wb");
  if (!out) not_here("no file can be written");
  std::fwrite(bytes.data(), 1, bytes.size(), out);
  std::fclose(out);
  return bytes_of(std::fopen(path.c_str(), "rb"));
}

cl_int code_from(const opencl::SessionHandles& on, const std::vector<unsigned char>& binary, HeldProgram& program,
                 cl_int& status) {
  const std::size_t size = binary.size();
  const unsigned char* bytes = binary.data();
  cl_int code = CL_SUCCESS;
  program = HeldProgram(clCreateProgramWithBinary(on.context, 1, &on.device, &size, &bytes, &status, &code));
  return code;
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
  HeldProgram from_binary;
  need(code_from(on, written_and_read(binary), from_binary, status), "clCreateProgramWithBinary");
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

// fp is declared, and what fopen() returns is dropped.
HostResult saxpy_from_binary_as_printed(const Session& session) {
  std::FILE* const fp = nullptr;
  HeldProgram program;
  cl_int status = CL_SUCCESS;
  Report report;
  report.code("clCreateProgramWithBinary", code_from(opencl::handles_of(session), bytes_of(fp), program, status),
              CL_SUCCESS);
  return report.take();
}

}  // namespace lenslet::listings
