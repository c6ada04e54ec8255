// Makes machine code of PTX by CUDA's linker, which also compiles.
#include "bundle/link_ptx.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "bundle/cuda_driver.hpp"
#include "ocl/build_log.hpp"

namespace lenslet::bundle {
namespace {

constexpr int capability_major = 75, capability_minor = 76;      // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_...
constexpr int error_log = 5, error_log_bytes = 6, from_ptx = 1;  // CU_JIT_ERROR_LOG_BUFFER, ..., CU_JIT_INPUT_PTX

int attribute(const CudaDriver& driver, CudaDriver::Device device, int which) {
  int value = 0;
  CudaDriver::check(driver.attribute(&value, which, device), "cuDeviceGetAttribute");
  return value;
}

// Any device of the architecture will do: the code is for all of them.
CudaDriver::Device find_device(const CudaDriver& driver, const std::string& architecture) {
  int count = 0;
  CudaDriver::check(driver.device_count(&count), "cuDeviceGetCount");
  for (int i = 0; i < count; ++i) {
    CudaDriver::Device device = 0;
    CudaDriver::check(driver.device_at(&device, i), "cuDeviceGet");
    const int major = attribute(driver, device, capability_major), minor = attribute(driver, device, capability_minor);
    if (fmt::format("sm_{}{}", major, minor) == architecture) return device;
  }
  throw Error(ErrorKind::unsupported, fmt::format("CUDA's driver has no device of {}", architecture));
}

// Makes a context current, because the linker works for the device of the thread's current context.
class Current {
 public:
  Current(const CudaDriver& driver, CudaDriver::Device device) : driver_(driver), device_(device) {
    CudaDriver::Context context = nullptr;
    CudaDriver::check(driver.retain_context(&context, device), "cuDevicePrimaryCtxRetain");
    pushed_ = driver.push_context(context) == 0;
  }
  ~Current() {
    CudaDriver::Context context = nullptr;
    if (pushed_) driver_.pop_context(&context);
    driver_.release_context(device_);
  }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

 private:
  const CudaDriver& driver_;
  CudaDriver::Device device_;
  bool pushed_ = false;
};

class Linker {
 public:
  explicit Linker(const CudaDriver& driver) : driver_(driver) {
    std::array<int, 2> names{error_log, error_log_bytes};
    std::array<void*, 2> values{log_.data(), reinterpret_cast<void*>(std::uintptr_t{log_.size() - 1})};
    CudaDriver::check(driver.create_linker(names.size(), names.data(), values.data(), &linker_), "cuLinkCreate");
  }
  ~Linker() { driver_.destroy_linker(linker_); }
  Linker(const Linker&) = delete;
  Linker& operator=(const Linker&) = delete;

  // The terminating zero counts.
  void add(std::string text) {
    built(driver_.add_to_linker(linker_, from_ptx, text.data(), text.size() + 1, "program", 0, nullptr, nullptr));
  }

  std::vector<unsigned char> complete() {
    void* code = nullptr;
    std::size_t bytes = 0;
    built(driver_.complete(linker_, &code, &bytes));
    const auto* begin = static_cast<const unsigned char*>(code);
    return {begin, begin + bytes};
  }

 private:
  void built(CudaDriver::Status status) const {
    if (status == 0) return;
    const std::string said = ocl::readable_log(log_.data());
    throw Error(ErrorKind::build, fmt::format("CUDA's linker, error {}: {}", status, ocl::first_error(said)), said);
  }

  const CudaDriver& driver_;
  CudaDriver::Linker linker_ = nullptr;
  std::array<char, 8192> log_{};
};

}  // namespace

bool is_ptx(std::span<const unsigned char> binary) {
  const std::string_view text(reinterpret_cast<const char*>(binary.data()), binary.size());
  constexpr std::size_t front = 1000;  // the compiler's comments come first
  return text.substr(0, front).find("\n.version ") != text.npos;
}

std::vector<unsigned char> link_ptx(std::span<const unsigned char> ptx, const std::string& architecture,
                                    const char* library) {
  const CudaDriver driver(library);
  const Current current(driver, find_device(driver, architecture));
  Linker linker(driver);
  linker.add({ptx.begin(), std::ranges::find(ptx, 0)});
  return linker.complete();
}

}  // namespace lenslet::bundle
