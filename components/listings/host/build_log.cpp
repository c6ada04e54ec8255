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

// The macro that prints the log, in a function that returns nothing.
constexpr const char* macro_text = R"(
typedef struct _cl_program* cl_program;
typedef struct _cl_device_id* cl_device_id;
void print_log(cl_program program, cl_device_id device);

#if AS_PRINTED == 1
#define LOG_COMPILER_ERROR(program, device) { print_log(program, device); return -1; }
#elif AS_PRINTED == 2
#define LOG_COMPILER_ERROR(program, device) { print_log(program, device); } }
#else
#define LOG_COMPILER_ERROR(program, device) { print_log(program, device); }
#endif

static void say_what_is_wrong(cl_program program, cl_device_id device) {
  LOG_COMPILER_ERROR(program, device)
}
)";

HeldProgram wrong_program(cl_context context) {
  cl_int code = CL_SUCCESS;
  const char* source = wrong_text;
  HeldProgram program(clCreateProgramWithSource(context, 1, &source, nullptr, &code));
  need(code, "clCreateProgramWithSource");
  return program;
}

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
  const HeldProgram program = wrong_program(on.context);
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
  compile_host_code(session, macro_text, "");
  return report.take();
}

// Only a function that returns a number can use the macro.
HostResult build_log_by_return(const Session& session) {
  compile_host_code(session, macro_text, "-D AS_PRINTED=1");
  return {};
}

// One brace more is closed than was opened.
HostResult build_log_by_braces(const Session& session) {
  compile_host_code(session, macro_text, "-D AS_PRINTED=2");
  return {};
}

// The code of clBuildProgram is checked, which ends the program, in front of what asks for the log.
HostResult build_log_behind_the_check(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldProgram program = wrong_program(on.context);
  need(clBuildProgram(program, 1, &on.device, nullptr, nullptr, nullptr), "clBuildProgram");
  Report report;
  report.holds("the log names vecBB", log_of(program, on.device).find("vecBB") != std::string::npos);
  return report.take();
}

}  // namespace lenslet::listings
