// clCreateBuffer with each flag of the text's table, and with those that exclude each other.
#include "listings/host/host.hpp"

namespace lenslet::listings {
namespace {

// What clCreateBuffer returns for these flags; a buffer that it made is released.
cl_int code_of(cl_context context, cl_mem_flags flags, void* from) {
  cl_int code = CL_SUCCESS;
  const HeldMemory buffer(clCreateBuffer(context, flags, 64 * sizeof(cl_float), from, &code));
  return code;
}

}  // namespace

HostResult buffer_flags(const Session& session) {
  const cl_context context = opencl::handles_of(session).context;
  alignas(128) cl_float values[64] = {};
  Report report;
  report.equal("bits of READ_WRITE, WRITE_ONLY, READ_ONLY", std::vector<cl_mem_flags>{1 << 0, 1 << 1, 1 << 2},
               std::vector<cl_mem_flags>{CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY});
  report.equal("bits of USE, ALLOC, COPY_HOST_PTR", std::vector<cl_mem_flags>{1 << 3, 1 << 4, 1 << 5},
               std::vector<cl_mem_flags>{CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR});
  report.code("READ_WRITE", code_of(context, CL_MEM_READ_WRITE, nullptr), CL_SUCCESS);
  report.code("WRITE_ONLY", code_of(context, CL_MEM_WRITE_ONLY, nullptr), CL_SUCCESS);
  report.code("READ_ONLY", code_of(context, CL_MEM_READ_ONLY, nullptr), CL_SUCCESS);
  report.code("USE_HOST_PTR", code_of(context, CL_MEM_USE_HOST_PTR, values), CL_SUCCESS);
  report.code("ALLOC_HOST_PTR", code_of(context, CL_MEM_ALLOC_HOST_PTR, nullptr), CL_SUCCESS);
  report.code("COPY_HOST_PTR", code_of(context, CL_MEM_COPY_HOST_PTR, values), CL_SUCCESS);
  report.code("HOST_WRITE_ONLY", code_of(context, CL_MEM_HOST_WRITE_ONLY, nullptr), CL_SUCCESS);
  report.code("HOST_READ_ONLY", code_of(context, CL_MEM_HOST_READ_ONLY, nullptr), CL_SUCCESS);
  report.code("HOST_NO_ACCESS", code_of(context, CL_MEM_HOST_NO_ACCESS, nullptr), CL_SUCCESS);
  report.refused("USE and COPY together", code_of(context, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, values),
                 CL_INVALID_VALUE);
  report.refused("USE without memory", code_of(context, CL_MEM_USE_HOST_PTR, nullptr), CL_INVALID_HOST_PTR);
  return report.take();
}

}  // namespace lenslet::listings
