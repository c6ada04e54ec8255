// The functions of CUDA's driver that make machine code from PTX. They are looked up in the driver's library at run
// time, because programs are built and run where it does not exist. They are declared here, because their header only
// comes with CUDA's toolkit (CUDA Driver API: Device Management, Primary Context Management, Context Management, Module
// Management).
#pragma once

#include <cstddef>

namespace lenslet::bundle {

struct CudaDriver {
  using Status = int;  // CUresult; 0 is success
  using Device = int;
  using Context = void*;
  using Linker = void*;

  // Throws unsupported where there is no such library, or where it lacks these functions.
  explicit CudaDriver(const char* library);
  ~CudaDriver();
  CudaDriver(const CudaDriver&) = delete;
  CudaDriver& operator=(const CudaDriver&) = delete;

  // Throws unsupported unless the status is success.
  static void check(Status status, const char* what);

 private:
  void* library_;

 public:
  Status (*init)(unsigned flags);
  Status (*device_count)(int* count);
  Status (*device_at)(Device* device, int index);
  Status (*attribute)(int* value, int which, Device device);
  Status (*retain_context)(Context* context, Device device);
  Status (*release_context)(Device device);
  Status (*push_context)(Context context);
  Status (*pop_context)(Context* context);
  Status (*create_linker)(unsigned options, int* names, void** values, Linker* linker);
  Status (*add_to_linker)(Linker linker, int form, void* bytes, std::size_t size, const char* name, unsigned options,
                          int* names, void** values);
  Status (*complete)(Linker linker, void** code, std::size_t* size);  // the linker owns the code
  Status (*destroy_linker)(Linker linker);
};

}  // namespace lenslet::bundle
