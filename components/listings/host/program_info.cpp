// What clGetProgramInfo says of a program with two kernels.
#include "listings/host/host.hpp"

#include <algorithm>

namespace lenslet::listings {
namespace {

using Binary = std::vector<unsigned char>;

// One of these for each device of the program.
template <class T>
std::vector<T> list_of(cl_program program, cl_program_info name) {
  std::vector<T> values(ask<cl_uint>(clGetProgramInfo, program, CL_PROGRAM_NUM_DEVICES));
  need(clGetProgramInfo(program, name, std::span(values).size_bytes(), values.data(), nullptr), "clGetProgramInfo");
  return values;
}

// What the driver writes to as many pointers, which have room for these bytes.
std::vector<Binary> binaries_of(cl_program program, const std::vector<std::size_t>& sizes) {
  std::vector<Binary> binaries;
  std::vector<unsigned char*> pointers;
  for (const std::size_t size : sizes) pointers.push_back(binaries.emplace_back(size).data());
  need(clGetProgramInfo(program, CL_PROGRAM_BINARIES, std::span(pointers).size_bytes(), pointers.data(), nullptr),
       "clGetProgramInfo");
  return binaries;
}

bool has_content(const Binary& binary) {
  return std::ranges::any_of(binary, [](unsigned char byte) { return byte != 0; });
}

}  // namespace

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
  const auto devices = list_of<cl_device_id>(program, CL_PROGRAM_DEVICES);
  report.holds("DEVICES has this one", std::ranges::find(devices, on.device) != devices.end());
  report.equal("SOURCE", ask_text(clGetProgramInfo, program, CL_PROGRAM_SOURCE), text);
  report.equal("NUM_KERNELS", ask<std::size_t>(clGetProgramInfo, program, CL_PROGRAM_NUM_KERNELS), 2);
  report.fact("KERNEL_NAMES", names, "one;two");
  report.holds("KERNEL_NAMES has both with a semicolon between them", names == "one;two" || names == "two;one");
  const std::vector<std::size_t> sizes = list_of<std::size_t>(program, CL_PROGRAM_BINARY_SIZES);
  report.holds("BINARY_SIZES: a binary has bytes", std::ranges::max(sizes) > 0);
  const std::vector<Binary> binaries = binaries_of(program, sizes);
  report.holds("BINARIES: it is not all zeros", std::ranges::any_of(binaries, has_content));
  return report.take();
}

}  // namespace lenslet::listings
