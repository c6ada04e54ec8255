// What clGetProgramInfo says of a program with two kernels.
#include "listings/host/host.hpp"

namespace lenslet::listings {

HostResult program_info(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const char* text = "__kernel void one(__global int* x) { *x = 1; } __kernel void two(__global int* x) { *x = 2; }";
  const HeldProgram program = program_of(on, text);
  const std::string names = ask_text(clGetProgramInfo, program, CL_PROGRAM_KERNEL_NAMES);
  Report report;
  report.fact("REFERENCE_COUNT",
              fmt::format("{}", ask<cl_uint>(clGetProgramInfo, program, CL_PROGRAM_REFERENCE_COUNT)));
  report.holds("CONTEXT", ask<cl_context>(clGetProgramInfo, program, CL_PROGRAM_CONTEXT) == on.context);
  report.holds("NUM_DEVICES is 1 or more", ask<cl_uint>(clGetProgramInfo, program, CL_PROGRAM_NUM_DEVICES) >= 1);
  report.equal("SOURCE", ask_text(clGetProgramInfo, program, CL_PROGRAM_SOURCE), text);
  report.equal("NUM_KERNELS", ask<std::size_t>(clGetProgramInfo, program, CL_PROGRAM_NUM_KERNELS), 2);
  report.fact("KERNEL_NAMES", names, "one;two");
  report.holds("KERNEL_NAMES has both with a semicolon between them", names == "one;two" || names == "two;one");
  std::size_t bytes = 0;
  need(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, nullptr), "clGetProgramInfo");
  report.holds("BINARY_SIZES: the binary has bytes", bytes > 0);
  return report.take();
}

}  // namespace lenslet::listings
