// Programs and kernels. There is one way to build them: from memory, then from the cache on disk, then by the compiler.
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

#pragma GCC visibility push(default)
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
  std::string options;  // for the OpenCL C compiler
  std::chrono::milliseconds timeout{120'000};
  ProgramCache* cache = nullptr;  // null: no cache

  // The driver calls it when its compiler has finished, in a thread of its choice. It is not called for programs that
  // were compiled before.
  std::function<void(bool built, const std::string& log)> told = {};

  bool warnings = false;  // the log must have the warnings, even where the driver then prints their number
};

// Returns the options for the device's compiler. They have -w where nobody wants warnings and the compiler would print
// their number.
std::string compiler_options(const DeviceInfo& device, const BuildRequest& request);

struct BuildResult {
  Program program;
  double ms = 0;
  CacheUse cache = CacheUse::off;
};

// Builds a program. Throws build with the compiler's log, also after a time-out.
BuildResult build(const Queue& queue, const BuildRequest& request);

// Takes a program from the cache; absent where it is not there.
std::optional<BuildResult> find_built(const Queue& queue, const BuildRequest& request, bool may_compile);

// Compiled code for one device and driver.
using Binary = std::vector<unsigned char>;

// Returns a program's binary, empty where the driver shows none. PoCL generates code only for this question.
Binary binary_of(const Program& program);

// Builds a program from a binary. Throws build where the driver refuses it, and after a time-out.
Program build(const Queue& queue, const Binary& binary, std::chrono::milliseconds timeout,
              const std::string& options = {});

std::vector<std::string> kernel_names(const Program& program);

// Returns a number that is equal for equal binaries; 0 where the driver shows no binary.
std::int64_t fingerprint(const Program& program);

// A kernel with its arguments. Threads must not share it: arguments belong to the object until a launch takes them.
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

  std::size_t max_group() const;  // most work-items of a group of this kernel on its device

  std::size_t preferred_multiple() const;  // group sizes should be multiples of this: so many work-items run together

  const Handle& handle() const { return *handle_; }

 private:
  std::shared_ptr<Handle> handle_;
};

}  // namespace lenslet::ocl
#pragma GCC visibility pop
