// For tests beside other OpenCL code: a context, a queue and buffers that a caller made with plain OpenCL.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120  // clCreateCommandQueue, which all drivers have, is deprecated after it

#include <optional>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include <lenslet/opencl.hpp>
#include <lenslet/ops.hpp>

#include "image_support.hpp"

namespace lenslet {

// A handle with the function that releases it.
template <class Handle, cl_int (*release)(Handle)>
class Owned {
 public:
  Owned(Handle handle) : handle_(handle) {
    if (handle == nullptr) throw std::runtime_error("OpenCL made no object");
  }
  Owned(Owned&& from) noexcept : handle_(std::exchange(from.handle_, nullptr)) {}
  Owned& operator=(Owned&&) = delete;
  ~Owned() {
    if (handle_ != nullptr) release(handle_);
  }
  operator Handle() const { return handle_; }

 private:
  Handle handle_;
};

using OwnContext = Owned<cl_context, clReleaseContext>;
using OwnQueue = Owned<cl_command_queue, clReleaseCommandQueue>;
using OwnMemory = Owned<cl_mem, clReleaseMemObject>;
using OwnEvent = Owned<cl_event, clReleaseEvent>;

inline OwnContext make_context(cl_device_id device) {
  return clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
}

inline OwnQueue make_queue(cl_context context, cl_device_id device, cl_command_queue_properties properties = 0) {
  return clCreateCommandQueue(context, device, properties, nullptr);
}

inline OwnMemory make_buffer(cl_context context, std::size_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE,
                             void* host = nullptr) {
  return clCreateBuffer(context, flags, bytes, host, nullptr);
}

inline constexpr PixelFormat grey8{SampleType::u8, 1};

// A caller with a context and a queue, and a session in them.
class BesideOpenCl : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    own.emplace();
    device = opencl::handles_of(*own).device;
    context.emplace(make_context(device));
    queue.emplace(make_queue(*context, device));
    session.emplace(opencl::session(*context, device, *queue));
  }

  // Makes a buffer with these bytes.
  OwnMemory buffer_of(const std::vector<std::uint8_t>& bytes) const {
    OwnMemory buffer = make_buffer(*context, bytes.size());
    clEnqueueWriteBuffer(*queue, buffer, CL_TRUE, 0, bytes.size(), bytes.data(), 0, nullptr, nullptr);
    return buffer;
  }

  std::vector<std::uint8_t> bytes_of(cl_mem buffer, std::size_t count) const {
    std::vector<std::uint8_t> bytes(count);
    clEnqueueReadBuffer(*queue, buffer, CL_TRUE, 0, count, bytes.data(), 0, nullptr, nullptr);
    return bytes;
  }

  Plan blur() const { return session->plan(ops::Gaussian{.sigma = 1}, grey8); }
  Image blurred(const Image& image) const { return own->run(ops::Gaussian{.sigma = 1}, image).images[0]; }

  std::optional<Session> own;  // by itself
  cl_device_id device = nullptr;
  std::optional<OwnContext> context;
  std::optional<OwnQueue> queue;
  std::optional<Session> session;
};

// The samples of a picture of bytes, without gaps.
inline std::vector<std::uint8_t> samples_of(const Image& image) {
  std::vector<std::uint8_t> samples;
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width() * image.format().channels; ++x)
      samples.push_back(static_cast<std::uint8_t>(image.row(y)[x]));
  return samples;
}

}  // namespace lenslet
