// What listings of host calls share: handles that release themselves, checked calls, and a table of what was found
// beside what the text says.
#pragma once

#include <lenslet/opencl.hpp>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/error.hpp>
#include <lenslet/listing.hpp>

namespace lenslet::listings {

std::string code_text(cl_int code);  // "CL_INVALID_VALUE (-30)"

// Throws device, with the call's name, for every other code than CL_SUCCESS.
void need(cl_int code, const char* call);

// Owns a handle of OpenCL's.
template <class T, auto release>
class Held {
 public:
  Held() = default;
  explicit Held(T handle) : handle_(handle) {}
  Held(Held&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Held& operator=(Held&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Held() {
    if (handle_) release(handle_);
  }

  operator T() const { return handle_; }
  T* out() { return &handle_; }               // for calls that return it by a pointer
  const T* list() const { return &handle_; }  // a list of one

 private:
  T handle_ = nullptr;
};

using HeldContext = Held<cl_context, clReleaseContext>;
using HeldQueue = Held<cl_command_queue, clReleaseCommandQueue>;
using HeldMemory = Held<cl_mem, clReleaseMemObject>;
using HeldProgram = Held<cl_program, clReleaseProgram>;
using HeldKernel = Held<cl_kernel, clReleaseKernel>;
using HeldEvent = Held<cl_event, clReleaseEvent>;
using HeldSampler = Held<cl_sampler, clReleaseSampler>;

// These check what they call.
HeldQueue queue_of(const opencl::SessionHandles& on, cl_command_queue_properties properties = 0);
HeldMemory buffer_of(cl_context context, std::size_t bytes, void* from = nullptr,
                     cl_mem_flags flags = CL_MEM_READ_WRITE);  // a copy of what lies at `from`
HeldProgram program_of(const opencl::SessionHandles& on, const char* text, const char* options = "");
HeldKernel kernel_of(cl_program program, const char* name);

// Compiles host code in C as the texts print it, by the compiler of the device in the place of the host's: both know
// C99. Throws build, with the message that a reader sees. The text declares what it uses of OpenCL's own headers.
void compile_host_code(const Session& session, const std::string& text, const std::string& options);

// A mistake of printed host code that does not compile.
HostListing printed_code(const char* text, const char* options = "-D AS_PRINTED");

template <class T>
void set_argument(cl_kernel kernel, cl_uint index, const T& value) {
  need(clSetKernelArg(kernel, index, std::span(&value, 1).size_bytes(), &value), "clSetKernelArg");
}
// An image object; `from` may be null. Throws unsupported on a device without images.
HeldMemory image_of(const opencl::SessionHandles& on, cl_mem_flags flags, cl_image_format format,
                    const cl_image_desc& description, void* from = nullptr);

inline void set_argument(cl_kernel kernel, cl_uint index, const HeldMemory& memory) {
  set_argument(kernel, index, static_cast<cl_mem>(memory));
}

template <class T, class Get, class Object, class Name>
T ask(Get get, const Object& object, Name name) {
  T value{};
  need(get(object, name, std::span(&value, 1).size_bytes(), &value, nullptr), "clGet...Info");
  return value;
}

template <class Get, class Object, class Name>
std::string ask_text(Get get, const Object& object, Name name) {
  std::size_t bytes = 0;
  need(get(object, name, 0, nullptr, &bytes), "clGet...Info");
  std::string text(bytes, '\0');
  need(get(object, name, bytes, text.data(), nullptr), "clGet...Info");
  return text.substr(0, text.find('\0'));
}

// 0, 1, 2, ...
template <class T>
std::vector<T> counted_from(T first, std::size_t count) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<T>(first + static_cast<T>(i));
  return values;
}

class Report {
 public:
  explicit Report(std::vector<std::string> columns = {"what", "here", "the text"});

  template <class Got, class Expected>
  void equal(const std::string& what, const Got& got, const Expected& expected) {
    add(what, fmt::format("{}", got), fmt::format("{}", expected));
  }
  // The same where drivers are known to err: it decides nothing.
  template <class Got, class Expected>
  void open(const std::string& what, const Got& got, const Expected& expected) {
    fact(what, fmt::format("{}", got), fmt::format("{}", expected));
  }
  void code(const std::string& what, cl_int got, cl_int expected);
  // The same of a call that OpenCL refuses. A driver that takes it decides nothing: the reader sees that it does.
  void refused(const std::string& what, cl_int got, cl_int expected);
  void fact(const std::string& what, const std::string& here, const std::string& text = "");  // decides nothing
  void holds(const std::string& what, bool is_so);
  void wrong(const std::string& what) { result_.wrong.push_back(what); }

  HostResult take() { return std::move(result_); }

 private:
  void add(const std::string& what, const std::string& got, const std::string& expected);
  HostResult result_;
};

[[noreturn]] void not_here(const std::string& why);  // throws unsupported

}  // namespace lenslet::listings
