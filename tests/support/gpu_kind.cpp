// A layer over every driver (OPENCL_LAYERS) in which CPUs say that they are GPUs, so that what is chosen for GPUs alone
// is proved where there is none.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_layer.h>

#include <cstddef>

#include "layer.hpp"

namespace {

cl_icd_dispatch layer{};
const cl_icd_dispatch* driver = nullptr;

cl_int CL_API_CALL device_info(cl_device_id device, cl_device_info name, std::size_t size, void* to,
                               std::size_t* needed) {
  const cl_int status = driver->clGetDeviceInfo(device, name, size, to, needed);
  if (status != CL_SUCCESS || name != CL_DEVICE_TYPE || to == nullptr) return status;
  auto& type = *static_cast<cl_device_type*>(to);
  if ((type & CL_DEVICE_TYPE_CPU) != 0) type = (type & ~cl_device_type{CL_DEVICE_TYPE_CPU}) | CL_DEVICE_TYPE_GPU;
  return status;
}

}  // namespace

extern "C" {
cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, std::size_t size, void* to, std::size_t* needed) {
  const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  if (name == CL_LAYER_API_VERSION) return give(&version, sizeof version, size, to, needed);
  constexpr char own[] = "CPUs as GPUs";
  return name == CL_LAYER_NAME ? give(own, sizeof own, size, to, needed) : CL_INVALID_VALUE;
}

cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch* target, cl_uint* own_entries,
                               const cl_icd_dispatch** own) {
  if (target == nullptr || own_entries == nullptr || own == nullptr ||
      entries < offsetof(cl_icd_dispatch, clGetDeviceInfo) / sizeof(void*) + 1)
    return CL_INVALID_VALUE;
  driver = target;
  layer.clGetDeviceInfo = device_info;
  *own_entries = sizeof layer / sizeof(void*);
  *own = &layer;
  return CL_SUCCESS;
}
}
