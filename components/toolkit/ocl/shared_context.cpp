// Makes the context. Its properties include its platform and the callback for its errors.
#include "toolkit/ocl/shared_context.hpp"

#include <deque>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/enqueue.hpp"
#include "toolkit/ocl/object_handles.hpp"

namespace lenslet::ocl {
namespace {

void CL_CALLBACK tell(const char* text, const void*, std::size_t, void* data) {
  (*static_cast<const ContextError*>(data))(text == nullptr ? std::string_view() : text);
}

cl::Context make_context(std::span<const Device> devices, ContextError on_error) {
  const cl_platform_id platform = devices.front().handle().platform();
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform),
                                              0};
  std::vector<cl_device_id> handles;
  for (const Device& device : devices) handles.push_back(device.handle().device());
  const ContextNotice notice = notice_of(std::move(on_error));
  cl_int status = CL_SUCCESS;
  const cl_context made = clCreateContext(properties, static_cast<cl_uint>(handles.size()), handles.data(), notice.call,
                                          notice.data, &status);
  check_status("clCreateContext", status);
  return cl::Context(made, false);
}

void check_platforms(std::span<const Device> devices) {
  const Device& first = devices.front();
  for (const Device& other : devices)
    if (other.handle().platform() != first.handle().platform())
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("{} of {} and {} of {} in one context; allowed: devices of one platform; a session for "
                              "each has a context of its own",
                              first.info().name, first.info().platform, other.info().name, other.info().platform));
}

}  // namespace

ContextNotice notice_of(ContextError on_error) {
  if (!on_error) return {};
  static std::mutex& mutex = *new std::mutex;
  static auto& all = *new std::deque<ContextError>;
  const std::lock_guard lock(mutex);
  return {tell, &all.emplace_back(std::move(on_error))};
}

std::vector<Queue> queues_in_one_context(std::span<const Device> devices, bool timed, ContextError on_error) {
  check_platforms(devices);
  return checked([&] {
    const cl::Context context = make_context(devices, std::move(on_error));
    std::vector<Queue> queues;
    for (const Device& device : devices)
      queues.emplace_back(
          with_texel_types(device, context), timed,
          std::make_shared<Queue::Handle>(Queue::Handle{
              context, cl::CommandQueue(context, device.handle().device, timed ? CL_QUEUE_PROFILING_ENABLE : 0)}));
    return queues;
  });
}

}  // namespace lenslet::ocl
