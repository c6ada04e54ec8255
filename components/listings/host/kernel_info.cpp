// What drivers say of a kernel, of its arguments, and of its groups.
#include "listings/host/host.hpp"

namespace lenslet::listings {
namespace {

constexpr const char* texels_text = R"(
__kernel void texels(__read_only image2d_t from, __write_only image2d_t to, __global float* out) { *out = 1; }
)";

constexpr const char* sums_text = R"(
__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void sums(const int n, __global const float* restrict x, __constant float* weights, __local float* part,
          __global float* out) {
  part[get_local_id(0)] = x[get_global_id(0)] * weights[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) out[get_group_id(0)] = part[0] + part[1] + n;
}
)";

template <class T>
T ask_argument(cl_kernel kernel, cl_uint index, cl_kernel_arg_info name) {
  T value{};
  need(clGetKernelArgInfo(kernel, index, name, sizeof value, &value, nullptr), "clGetKernelArgInfo");
  return value;
}

std::string argument_text(cl_kernel kernel, cl_uint index, cl_kernel_arg_info name) {
  char value[64] = {};
  need(clGetKernelArgInfo(kernel, index, name, sizeof value, value, nullptr), "clGetKernelArgInfo");
  return value;
}

// Only built-in kernels, and all kernels of custom devices, have a greatest range.
void ask_global_size(Report& report, cl_kernel kernel, cl_device_id device) {
  std::size_t most[3] = {};
  const cl_int code = clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_GLOBAL_WORK_SIZE, sizeof most, most, nullptr);
  if ((ask<cl_device_type>(clGetDeviceInfo, device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CUSTOM) != 0)
    report.fact("GLOBAL_WORK_SIZE", fmt::format("{}", most));
  else
    report.refused("GLOBAL_WORK_SIZE of a kernel that is not built in", code, CL_INVALID_VALUE);
}

void ask_access(Report& report, const opencl::SessionHandles& on) {
  if (!ask<cl_bool>(clGetDeviceInfo, on.device, CL_DEVICE_IMAGE_SUPPORT)) return;
  const HeldProgram program = program_of(on, texels_text, "-cl-kernel-arg-info");
  const HeldKernel kernel = kernel_of(program, "texels");
  const auto access = [&](cl_uint i) {
    return ask_argument<cl_kernel_arg_access_qualifier>(kernel, i, CL_KERNEL_ARG_ACCESS_QUALIFIER);
  };
  report.equal("access of two images and a buffer", std::vector{access(0), access(1), access(2)},
               std::vector{CL_KERNEL_ARG_ACCESS_READ_ONLY, CL_KERNEL_ARG_ACCESS_WRITE_ONLY, CL_KERNEL_ARG_ACCESS_NONE});
}

void ask_groups(Report& report, cl_kernel kernel, cl_device_id device) {
  std::size_t most = 0, multiple = 0, demanded[3] = {};
  cl_ulong local = 0, own = 0;
  const auto ask_group = [&](cl_kernel_work_group_info name, std::size_t bytes, void* value) {
    need(clGetKernelWorkGroupInfo(kernel, device, name, bytes, value, nullptr), "clGetKernelWorkGroupInfo");
  };
  ask_group(CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most);
  ask_group(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof multiple, &multiple);
  ask_group(CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof demanded, demanded);
  ask_group(CL_KERNEL_LOCAL_MEM_SIZE, sizeof local, &local);
  ask_group(CL_KERNEL_PRIVATE_MEM_SIZE, sizeof own, &own);
  report.fact("WORK_GROUP_SIZE", fmt::format("{}", most));
  report.fact("PREFERRED_WORK_GROUP_SIZE_MULTIPLE", fmt::format("{}", multiple));
  report.equal("COMPILE_WORK_GROUP_SIZE", demanded, std::vector{8, 1, 1});
  report.fact("LOCAL_MEM_SIZE, before its argument is set", fmt::format("{}", local));
  report.fact("PRIVATE_MEM_SIZE", fmt::format("{}", own));
  ask_global_size(report, kernel, device);
  if (multiple > 0)
    report.fact("items of a group of 100 that idle", fmt::format("{}", (multiple - 100 % multiple) % multiple),
                "28 of 64");
}

}  // namespace

HostResult kernel_info(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldProgram program = program_of(on, sums_text, "-cl-kernel-arg-info");
  const HeldKernel kernel = kernel_of(program, "sums");
  Report report;
  report.equal("FUNCTION_NAME", ask_text(clGetKernelInfo, kernel, CL_KERNEL_FUNCTION_NAME), "sums");
  report.equal("NUM_ARGS", ask<cl_uint>(clGetKernelInfo, kernel, CL_KERNEL_NUM_ARGS), 5);
  report.holds("CONTEXT", ask<cl_context>(clGetKernelInfo, kernel, CL_KERNEL_CONTEXT) == on.context);
  report.holds("PROGRAM", ask<cl_program>(clGetKernelInfo, kernel, CL_KERNEL_PROGRAM) == program);
  report.fact("ATTRIBUTES", ask_text(clGetKernelInfo, kernel, CL_KERNEL_ATTRIBUTES), "reqd_work_group_size(8,1,1)");
  const auto address = [&](cl_uint i) {
    return ask_argument<cl_kernel_arg_address_qualifier>(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER);
  };
  report.equal("address of n, x, weights, part", std::vector{address(0), address(1), address(2), address(3)},
               std::vector{CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ADDRESS_CONSTANT,
                           CL_KERNEL_ARG_ADDRESS_LOCAL});
  const auto qualifier = ask_argument<cl_kernel_arg_type_qualifier>(kernel, 1, CL_KERNEL_ARG_TYPE_QUALIFIER);
  report.holds("x is const", (qualifier & CL_KERNEL_ARG_TYPE_CONST) != 0);
  report.holds("x is restrict", (qualifier & CL_KERNEL_ARG_TYPE_RESTRICT) != 0);
  report.equal("type of x", argument_text(kernel, 1, CL_KERNEL_ARG_TYPE_NAME), "float*");
  report.equal("name of x", argument_text(kernel, 1, CL_KERNEL_ARG_NAME), "x");
  ask_access(report, on);
  ask_groups(report, kernel, on.device);
  return report.take();
}

// Without -cl-kernel-arg-info drivers need not keep the arguments.
HostResult kernel_info_as_printed(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldProgram program = program_of(on, sums_text);
  const HeldKernel kernel = kernel_of(program, "sums");
  char name[64] = {};
  Report report;
  report.code("clGetKernelArgInfo", clGetKernelArgInfo(kernel, 1, CL_KERNEL_ARG_NAME, sizeof name, name, nullptr),
              CL_SUCCESS);
  return report.take();
}

}  // namespace lenslet::listings
