// Checked calls: a code has a name, and a message says which call failed.
#include "listings/host/host.hpp"

namespace lenslet::listings {

HostResult error_codes(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  cl_int code = CL_SUCCESS;
  const HeldMemory none(clCreateBuffer(on.context, CL_MEM_READ_WRITE, 0, nullptr, &code));
  std::string message;
  try {
    need(code, "clCreateBuffer");
  } catch (const Error& error) {
    message = error.what();
  }
  Report report;
  report.equal("a buffer of 0 bytes", message, "clCreateBuffer failed: CL_INVALID_BUFFER_SIZE (-61)");
  report.equal("the name of 0", code_text(CL_SUCCESS), "CL_SUCCESS (0)");
  report.equal("the name of -11", code_text(-11), "CL_BUILD_PROGRAM_FAILURE (-11)");
  return report.take();
}

}  // namespace lenslet::listings
