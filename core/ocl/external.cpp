// The functions are looked up on the platform by name, since not all loaders have them.
#include "ocl/external.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/error.hpp"
#include "ocl/handles.hpp"

// OpenCL's header only declares it for programs that are written for OpenCL 3.0.
extern "C" cl_mem CL_API_CALL clCreateBufferWithProperties(cl_context, const cl_ulong*, cl_mem_flags, std::size_t,
                                                           void*, cl_int*);

namespace lenslet::ocl {
namespace {

constexpr cl_device_info device_uuid = 0x106A;  // CL_DEVICE_UUID_KHR
constexpr const char* uuid_extension = "cl_khr_device_uuid";
constexpr const char* memory_extension = "cl_khr_external_memory_opaque_fd";
constexpr const char* semaphore_extension = "cl_khr_external_semaphore_opaque_fd";

using EnqueueObjects = cl_int(CL_API_CALL*)(cl_command_queue, cl_uint, const cl_mem*, cl_uint, const cl_event*,
                                            cl_event*);
using CreateSemaphore = cl_semaphore_khr(CL_API_CALL*)(cl_context, const cl_ulong*, cl_int*);
using EnqueueSemaphores = cl_int(CL_API_CALL*)(cl_command_queue, cl_uint, const cl_semaphore_khr*, const cl_ulong*,
                                               cl_uint, const cl_event*, cl_event*);
using ReleaseSemaphore = cl_int(CL_API_CALL*)(cl_semaphore_khr);

std::string extension_problem(const Device& device, const char* extension) {
  const DeviceInfo& info = device.info();
  if (std::ranges::count(info.extensions, extension) > 0) return {};
  return fmt::format("{} ({}) has no {}", info.name, info.platform, extension);
}

// Throws unsupported where the platform lists an extension but lacks its function.
template <class Function>
Function function(const Device& device, const char* name) {
  void* found = clGetExtensionFunctionAddressForPlatform(device.handle().platform(), name);
  if (found == nullptr)
    throw Error(ErrorKind::unsupported, fmt::format("{} has no function {}", device.info().platform, name));
  return reinterpret_cast<Function>(found);
}

void check_call(cl_int status, const char* call) {
  if (status != CL_SUCCESS) throw_device_error(call, status);
}

Event enqueue(const Queue& queue, const Buffer& memory, const char* call) {
  const auto put = function<EnqueueObjects>(queue.device(), call);
  const cl_mem handle = memory.handle().buffer();
  cl_event event = nullptr;
  check_call(put(queue.handle().queue(), 1, &handle, 0, nullptr, &event), call);
  return Event(event);
}

}  // namespace

std::optional<std::array<std::uint8_t, 16>> uuid_of(const Device& device) {
  // A device that imports memory tells its UUID, even where it does not list the extension for UUIDs.
  if (!extension_problem(device, uuid_extension).empty() && !import_problem(device).empty()) return {};
  std::array<std::uint8_t, 16> uuid{};
  const cl_int status = clGetDeviceInfo(device.handle().device(), device_uuid, uuid.size(), uuid.data(), nullptr);
  if (status != CL_SUCCESS) return {};
  return uuid;
}

std::string import_problem(const Device& device) {
  return extension_problem(device, memory_extension);
}

std::string semaphore_problem(const Device& device) {
  return extension_problem(device, semaphore_extension);
}

// The properties name no devices, because a session's context has only one.
Buffer import_memory(const Queue& queue, int descriptor, std::uint64_t bytes) {
  const cl_ulong properties[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, static_cast<cl_ulong>(descriptor), 0};
  cl_int status = CL_SUCCESS;
  cl_mem memory =
      clCreateBufferWithProperties(queue.handle().context(), properties, CL_MEM_READ_WRITE, bytes, nullptr, &status);
  if (status != CL_SUCCESS)
    throw_device_error("clCreateBufferWithProperties", status, fmt::format("for {} bytes of another API", bytes));
  return Buffer(std::make_shared<Buffer::Handle>(Buffer::Handle{cl::Buffer(memory)}), bytes);
}

Event acquire(const Queue& queue, const Buffer& memory) {
  return enqueue(queue, memory, "clEnqueueAcquireExternalMemObjectsKHR");
}

Event release(const Queue& queue, const Buffer& memory) {
  return enqueue(queue, memory, "clEnqueueReleaseExternalMemObjectsKHR");
}

struct Semaphore::Handle {
  cl_semaphore_khr semaphore;
  ReleaseSemaphore release;
  EnqueueSemaphores wait, signal;
};

Semaphore::Semaphore(const Queue& queue, int descriptor) {
  const Device& device = queue.device();
  const auto create = function<CreateSemaphore>(device, "clCreateSemaphoreWithPropertiesKHR");
  handle_ = std::make_unique<Handle>(Handle{nullptr, function<ReleaseSemaphore>(device, "clReleaseSemaphoreKHR"),
                                            function<EnqueueSemaphores>(device, "clEnqueueWaitSemaphoresKHR"),
                                            function<EnqueueSemaphores>(device, "clEnqueueSignalSemaphoresKHR")});
  const cl_ulong properties[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR,
                                 static_cast<cl_ulong>(descriptor), 0};
  cl_int status = CL_SUCCESS;
  handle_->semaphore = create(queue.handle().context(), properties, &status);
  check_call(status, "clCreateSemaphoreWithPropertiesKHR");
}

Semaphore::~Semaphore() {
  handle_->release(handle_->semaphore);
}

void Semaphore::wait(const Queue& queue) const {
  check_call(handle_->wait(queue.handle().queue(), 1, &handle_->semaphore, nullptr, 0, nullptr, nullptr),
             "clEnqueueWaitSemaphoresKHR");
}

// The other API waits without telling OpenCL, so the device must begin now.
void Semaphore::signal(const Queue& queue) const {
  check_call(handle_->signal(queue.handle().queue(), 1, &handle_->semaphore, nullptr, 0, nullptr, nullptr),
             "clEnqueueSignalSemaphoresKHR");
  queue.flush();
}

}  // namespace lenslet::ocl
