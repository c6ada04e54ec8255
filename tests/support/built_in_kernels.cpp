// A layer over every driver (OPENCL_LAYERS) in which each device brings two kernels with it, as custom devices do. No
// driver of the tests has any that run. Their code is OpenCL C, which the driver below builds.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_layer.h>

#include <cstddef>
#include <string>

#include "layer.hpp"

namespace {

constexpr char names[] = "test_add;test_fill", version[] = "test double";
constexpr char text[] =
    "kernel void test_add(global const char *input1, global const char *input2, global char *output) {\n"
    "  output[get_global_id(0)] = input1[get_global_id(0)] + input2[get_global_id(0)];\n}\n"
    "kernel void test_fill(global int *output, const int value) { output[get_global_id(0)] = value; }\n";

cl_icd_dispatch layer{};
const cl_icd_dispatch* driver = nullptr;

// The driver's version is another one, too: of some versions it is known that they crash in kernels of their own.
cl_int CL_API_CALL device_info(cl_device_id device, cl_device_info name, std::size_t size, void* to,
                               std::size_t* needed) {
  if (name == CL_DEVICE_BUILT_IN_KERNELS) return give(names, sizeof names, size, to, needed);
  if (name == CL_DRIVER_VERSION) return give(version, sizeof version, size, to, needed);
  return driver->clGetDeviceInfo(device, name, size, to, needed);
}

// The program has all of them, whichever are wanted: two names are few.
cl_program CL_API_CALL create(cl_context context, cl_uint, const cl_device_id*, const char* wanted, cl_int* status) {
  if (std::string(names).find(wanted) == std::string::npos) {
    if (status != nullptr) *status = CL_INVALID_VALUE;
    return nullptr;
  }
  const char* texts[] = {text};
  return driver->clCreateProgramWithSource(context, 1, texts, nullptr, status);
}

}  // namespace

extern "C" {
cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, std::size_t size, void* to, std::size_t* needed) {
  const cl_layer_api_version api = CL_LAYER_API_VERSION_100;
  if (name == CL_LAYER_API_VERSION) return give(&api, sizeof api, size, to, needed);
  constexpr char own[] = "built-in kernels";
  return name == CL_LAYER_NAME ? give(own, sizeof own, size, to, needed) : CL_INVALID_VALUE;
}

cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch* target, cl_uint* own_entries,
                               const cl_icd_dispatch** own) {
  if (target == nullptr || own_entries == nullptr || own == nullptr ||
      entries < offsetof(cl_icd_dispatch, clCreateProgramWithBuiltInKernels) / sizeof(void*) + 1)
    return CL_INVALID_VALUE;
  driver = target;
  layer.clGetDeviceInfo = device_info;
  layer.clCreateProgramWithBuiltInKernels = create;
  *own_entries = sizeof layer / sizeof(void*);
  *own = &layer;
  return CL_SUCCESS;
}
}
