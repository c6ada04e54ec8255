// The compiler's options of the twice_text's list, and one that does not exist.
#include "listings/host/host.hpp"

namespace lenslet::listings {
namespace {

constexpr const char* twice_text = "__kernel void twice(__global float* x) { x[get_global_id(0)] *= 2; }";

cl_int code_with(const opencl::SessionHandles& on, const char* options) {
  cl_int code = CL_SUCCESS;
  const char* source = twice_text;
  const HeldProgram program(clCreateProgramWithSource(on.context, 1, &source, nullptr, &code));
  need(code, "clCreateProgramWithSource");
  return clBuildProgram(program, 1, &on.device, options, nullptr, nullptr);
}

}  // namespace

HostResult build_options(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  Report report;
  for (const char* options : {"-D NAME=2", "-cl-single-precision-constant", "-cl-denorms-are-zero", "-cl-opt-disable",
                              "-cl-mad-enable", "-w", "-Werror", "-cl-kernel-arg-info"})
    report.code(options, code_with(on, options), CL_SUCCESS);
  return report.take();
}

// The option in small letters.
HostResult build_options_as_printed(const Session& session) {
  Report report;
  report.code("-werror", code_with(opencl::handles_of(session), "-werror"), CL_SUCCESS);
  return report.take();
}

}  // namespace lenslet::listings
