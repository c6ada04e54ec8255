// What lenslet-sycl.so offers a program that does not link SYCL but loads it when needed: SYCL kernels on a device of
// an OpenCL context, in the context's own buffers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace lenslet::sycl {

// A buffer of the context (cl_mem) as an array. The kernel may write to it if `written`.
template <class T>
struct Memory {
  void* buffer;
  std::size_t count;
  bool written = false;
};

using Argument = std::variant<Memory<std::uint32_t>, Memory<float>, std::int32_t>;

struct KernelLaunch {
  std::string kernel;
  std::vector<Argument> arguments;
  std::array<std::size_t, 2> items, group;  // x, then y; if y is 1 in both, the launch has one dimension
};

class StudyKernels {
 public:
  virtual ~StudyKernels() = default;

  // Launches a kernel and waits for it. Returns its time in milliseconds, from its event's start to its end.
  virtual double run_ms(const KernelLaunch& launch) = 0;

  virtual std::string compiler() const = 0;  // its name and version
  virtual std::string source() const = 0;    // of all kernels
};

// Compiles the kernels for a device (cl_context, cl_device_id), which takes seconds. Throws lenslet::Error.
using OpenStudyKernels = StudyKernels* (*)(void* context, void* device);
inline constexpr char open_study_kernels[] = "lenslet_sycl_open_study_kernels_1";

}  // namespace lenslet::sycl
