// Finds the functions of CUDA's driver.
#include "bundle/cuda_driver.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::bundle {
namespace {

// The library stays loaded after dlclose(), because the driver has threads and functions for the process's end.
void* open_library(const char* name) {
  void* library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) throw Error(ErrorKind::unsupported, fmt::format("there is no {}, CUDA's driver", name));
  return library;
}

// Converts to the type of the function pointer that it is assigned to.
struct Found {
  void* function;
  template <class Function>
  operator Function*() const {
    return reinterpret_cast<Function*>(function);
  }
};

Found find(void* library, const char* name) {
  void* function = ::dlsym(library, name);
  if (function == nullptr) throw Error(ErrorKind::unsupported, fmt::format("CUDA's driver has no {}", name));
  return {function};
}

}  // namespace

CudaDriver::CudaDriver(const char* library)
    : library_(open_library(library)),
      init(find(library_, "cuInit")),
      device_count(find(library_, "cuDeviceGetCount")),
      device_at(find(library_, "cuDeviceGet")),
      attribute(find(library_, "cuDeviceGetAttribute")),
      retain_context(find(library_, "cuDevicePrimaryCtxRetain")),
      release_context(find(library_, "cuDevicePrimaryCtxRelease_v2")),
      push_context(find(library_, "cuCtxPushCurrent_v2")),
      pop_context(find(library_, "cuCtxPopCurrent_v2")),
      create_linker(find(library_, "cuLinkCreate_v2")),
      add_to_linker(find(library_, "cuLinkAddData_v2")),
      complete(find(library_, "cuLinkComplete")),
      destroy_linker(find(library_, "cuLinkDestroy")) {
  check(init(0), "cuInit");
}

CudaDriver::~CudaDriver() {
  ::dlclose(library_);
}

void CudaDriver::check(Status status, const char* what) {
  if (status != 0) throw Error(ErrorKind::unsupported, fmt::format("{} of CUDA's driver: error {}", what, status));
}

}  // namespace lenslet::bundle
