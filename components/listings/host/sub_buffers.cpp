// Three overlapping parts of a buffer. A part begins at a multiple of the device's CL_DEVICE_MEM_BASE_ADDR_ALIGN.
#include "listings/host/host.hpp"

namespace lenslet::listings {
namespace {

// The parts of a buffer of 100 elements of `unit` numbers each: elements 0 to 49, 50 to 99 and 40 to 89.
// Returns what clCreateSubBuffer returns of each.
std::vector<cl_int> codes_of(cl_context context, std::size_t unit, std::vector<HeldMemory>& parts) {
  const HeldMemory whole = buffer_of(context, 100 * unit * sizeof(cl_float), nullptr, CL_MEM_READ_ONLY);
  std::vector<cl_int> codes;
  for (const std::size_t first : {0, 50, 40}) {
    const cl_buffer_region region{first * unit * sizeof(cl_float), 50 * unit * sizeof(cl_float)};
    cl_int code = CL_SUCCESS;
    parts.emplace_back(clCreateSubBuffer(whole, CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
    codes.push_back(code);
  }
  return codes;
}

// A part that kernels may write, of a buffer that they may only read.
cl_int code_of_other_flags(cl_context context, std::size_t alignment) {
  const HeldMemory whole = buffer_of(context, 2 * alignment, nullptr, CL_MEM_READ_ONLY);
  const cl_buffer_region region{0, alignment};
  cl_int code = CL_SUCCESS;
  const HeldMemory part(clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
  return code;
}

}  // namespace

HostResult sub_buffers(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const std::size_t alignment = ask<cl_uint>(clGetDeviceInfo, on.device, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  std::vector<HeldMemory> parts;
  const std::vector<cl_int> codes = codes_of(on.context, alignment, parts);
  Report report;
  report.fact("the device's alignment, in bytes", fmt::format("{}", alignment));
  const char* names[] = {"the first half", "the second half", "a part that overlaps both"};
  for (std::size_t i = 0; i < codes.size(); ++i) report.code(names[i], codes[i], CL_SUCCESS);
  const auto offset = ask<std::size_t>(clGetMemObjectInfo, parts[2], CL_MEM_OFFSET);
  report.equal("the third part begins at element", offset / sizeof(cl_float) / alignment, 40);
  const cl_buffer_region region{0, alignment};
  cl_int code = CL_SUCCESS;
  const HeldMemory nested(clCreateSubBuffer(parts[0], CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
  report.refused("a part of a part", code, CL_INVALID_MEM_OBJECT);
  report.refused("a part to write, of a buffer to read", code_of_other_flags(on.context, alignment), CL_INVALID_VALUE);
  return report.take();
}

// 100 numbers, so that the parts begin at bytes 0, 200 and 160.
HostResult sub_buffers_as_printed(const Session& session) {
  std::vector<HeldMemory> parts;
  const std::vector<cl_int> codes = codes_of(opencl::handles_of(session).context, 1, parts);
  Report report;
  report.code("elements 0 to 49", codes[0], CL_SUCCESS);
  report.code("elements 50 to 99, from byte 200", codes[1], CL_SUCCESS);
  report.code("elements 40 to 89, from byte 160", codes[2], CL_SUCCESS);
  return report.take();
}

}  // namespace lenslet::listings
