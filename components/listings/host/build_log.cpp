// What the compiler says of a name that it does not know, asked for in two steps.
#include "listings/host/host.hpp"

namespace lenslet::listings {
namespace {

constexpr const char* wrong_text = R"(
__kernel void vector_add(__global const float* vecA, __global const float* vecB, __global float* vecC) {
  const int i = get_global_id(0);
  vecC[i] = vecA[i] + vecBB[i];
}
)";

std::string log_of(cl_program program, cl_device_id device) {
  std::size_t bytes = 0;
  need(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes), "clGetProgramBuildInfo");
  std::string log(bytes, '\0');
  need(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr),
       "clGetProgramBuildInfo");
  return log.substr(0, log.find('\0'));
}

}  // namespace

HostResult build_log(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  cl_int code = CL_SUCCESS;
  const char* source = wrong_text;
  const HeldProgram program(clCreateProgramWithSource(on.context, 1, &source, nullptr, &code));
  need(code, "clCreateProgramWithSource");
  const cl_int built = clBuildProgram(program, 1, &on.device, nullptr, nullptr, nullptr);
  cl_build_status status = CL_BUILD_NONE;
  need(clGetProgramBuildInfo(program, on.device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, nullptr),
       "clGetProgramBuildInfo");
  const std::string log = log_of(program, on.device);
  const std::size_t name = log.find("vecBB"), end = log.find('\n', name);
  Report report;
  report.code("clBuildProgram", built, CL_BUILD_PROGRAM_FAILURE);
  report.equal("CL_PROGRAM_BUILD_STATUS", status, CL_BUILD_ERROR);
  report.holds("the log names vecBB", name != log.npos);
  if (name != log.npos) {
    const std::size_t begin = log.rfind('\n', name) + 1;
    report.fact("its line", log.substr(begin, end - begin), "use of undeclared identifier 'vecBB'");
  }
  return report.take();
}

}  // namespace lenslet::listings
