// Programs and kernels, and the one way to build them: memory, then the cache on disk, then the compiler.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/plan.hpp>

#include "ocl/queue.hpp"

namespace lenslet::ocl {

class ProgramCache;

class Program {
 public:
  struct Handle;  // cl::Program
  explicit Program(std::shared_ptr<Handle> handle);
  const Handle& handle() const { return *handle_; }

 private:
  std::shared_ptr<Handle> handle_;
};

struct BuildRequest {
  std::string source;
  std::string options;  // of the OpenCL C compiler
  std::chrono::milliseconds timeout{120'000};
  ProgramCache* cache = nullptr;  // null: no cache

  // The driver calls it when its compiler is done, in a thread of its choice; not for what was compiled before.
  std::function<void(bool built, const std::string& log)> told = {};

  bool warnings = false;  // are wanted in the log, also where the driver then prints their number
};

// The options as the device's compiler gets them: with -w where it would print something of warnings that nobody wants.
std::string compiler_options(const DeviceInfo& device, const BuildRequest& request);

struct BuildResult {
  Program program;
  double ms = 0;
  CacheUse cache = CacheUse::off;
};

// Builds a program. Throws build with the compiler's log, also when the time is over.
BuildResult build(const Queue& queue, const BuildRequest& request);

// Takes a program from the cache; nothing where it is not there.
std::optional<BuildResult> find_built(const Queue& queue, const BuildRequest& request, bool may_compile);

// Compiled code for one device and driver.
using Binary = std::vector<unsigned char>;

// Returns a program's binary, empty where the driver shows none. PoCL generates the code only when it is asked for it.
Binary binary_of(const Program& program);

// Builds a program from a binary. Throws build where the driver does not take it, or not within the time.
Program build(const Queue& queue, const Binary& binary, std::chrono::milliseconds timeout,
              const std::string& options = {});

std::vector<std::string> kernel_names(const Program& program);

// Returns a number that programs with the same binary share; 0 where the driver shows no binary.
std::int64_t fingerprint(const Program& program);

// A kernel with its arguments. It is not safe to share between threads: arguments belong to the object until a launch
// takes them.
class Kernel {
 public:
  struct Handle;  // cl::Kernel
  Kernel(const Program& program, const std::string& name);

  void set(unsigned index, const Buffer& buffer);
  void set(unsigned index, const ImageObject& image);
  void set_local(unsigned index, std::size_t bytes);  // local memory of a group
  void set_no_buffer(unsigned index);                 // a null pointer
  void set(unsigned index, const void* value, std::size_t bytes);
  template <class T>
  void set(unsigned index, const T& value) {
    set(index, &value, sizeof value);
  }

  std::size_t max_group() const;  // work-items that this kernel can have in a group on its device

  std::size_t preferred_multiple() const;  // of work-items in a group, which the device runs together

  const Handle& handle() const { return *handle_; }

 private:
  std::shared_ptr<Handle> handle_;
};

}  // namespace lenslet::ocl
