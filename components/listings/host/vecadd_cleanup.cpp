// The sum of two vectors of 1024 ones, and what the program frees in the end.
#include "listings/host/host.hpp"

#include <algorithm>

namespace lenslet::listings {
namespace {

constexpr const char* vecadd_text = R"(
__kernel void vecadd_naive(__global const float* vecA, __global const float* vecB, __global float* vecC,
                           const int iNumElements) {
  const int iGID = get_global_id(0);
  if (iGID < iNumElements) vecC[iGID] = vecA[iGID] + vecB[iGID];
}
)";

constexpr std::size_t element_count = 1024, group_size = 128, vector_bytes = element_count * sizeof(cl_float);
constexpr const char* vector_names[] = {"vecA_h", "vecB_h", "vecC_h"};

// Counts calls in the place of free(), which a pointer survives once.
class Frees {
 public:
  void free(const std::string& name) { names_.push_back(name); }
  void compare_with_one(Report& report) const {
    for (const char* name : vector_names)
      report.equal(fmt::format("how often {} is freed", name), std::ranges::count(names_, name), 1);
  }

 private:
  std::vector<std::string> names_;
};

std::vector<cl_float> sums_on(const opencl::SessionHandles& on, const HeldMemory (&buffers)[3]) {
  const HeldQueue queue = queue_of(on);
  const HeldProgram program = program_of(on, vecadd_text);
  const HeldKernel kernel = kernel_of(program, "vecadd_naive");
  for (cl_uint i = 0; i < 3; ++i) set_argument(kernel, i, buffers[i]);
  set_argument(kernel, 3, static_cast<cl_int>(element_count));
  need(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &element_count, &group_size, 0, nullptr, nullptr),
       "clEnqueueNDRangeKernel");
  std::vector<cl_float> sums(element_count);
  need(clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, vector_bytes, sums.data(), 0, nullptr, nullptr),
       "clEnqueueReadBuffer");
  return sums;
}

}  // namespace

HostResult vecadd_cleanup(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  std::vector<cl_float> ones(element_count, 1);
  const HeldMemory buffers[] = {buffer_of(on.context, vector_bytes, ones.data()),
                                buffer_of(on.context, vector_bytes, ones.data()), buffer_of(on.context, vector_bytes)};
  Report report({"what", "here", "right"});
  report.holds("each sum is 2", sums_on(on, buffers) == std::vector<cl_float>(element_count, 2));
  for (const HeldMemory& buffer : buffers)
    report.equal("holders of a buffer before its release",
                 ask<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_REFERENCE_COUNT), 1);
  Frees frees;
  for (const char* name : vector_names) frees.free(name);
  frees.compare_with_one(report);
  return report.take();
}

// Three tests, and behind each of them the same name.
HostResult vecadd_cleanup_as_printed(const Session&) {
  Frees frees;
  for (int test = 0; test < 3; ++test) frees.free("vecA_h");
  Report report({"what", "here", "right"});
  frees.compare_with_one(report);
  return report.take();
}

}  // namespace lenslet::listings
