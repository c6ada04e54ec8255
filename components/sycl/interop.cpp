// Sessions, queues and values that Lenslet and SYCL share, by their OpenCL handles.
#include <memory>

#include <lenslet/sycl.hpp>

#include "sycl/compile.hpp"

namespace lenslet::sycl {
namespace {

constexpr auto opencl_backend = ::sycl::backend::opencl;

// SYCL retains each native handle that it returns.
using Context = std::unique_ptr<std::remove_pointer_t<cl_context>, decltype(&clReleaseContext)>;
using Device = std::unique_ptr<std::remove_pointer_t<cl_device_id>, decltype(&clReleaseDevice)>;
using Queue = std::unique_ptr<std::remove_pointer_t<cl_command_queue>, decltype(&clReleaseCommandQueue)>;

Context native(const ::sycl::context& context) {
  return {::sycl::get_native<opencl_backend>(context), clReleaseContext};
}

Device native(const ::sycl::device& device) {
  return {::sycl::get_native<opencl_backend>(device), clReleaseDevice};
}

[[noreturn]] void refuse(ErrorKind kind, const std::string& what) {
  throw Error(kind, what);
}

void check_backend(const ::sycl::queue& queue) {
  if (queue.get_backend() == opencl_backend) return;
  const std::string name = queue.get_device().get_info<::sycl::info::device::name>();
  refuse(ErrorKind::unsupported, "a SYCL queue on " + name +
                                     " whose backend is not OpenCL; allowed: one of OpenCL's devices, which "
                                     "ONEAPI_DEVICE_SELECTOR=opencl:* names");
}

// Refuses memory over which no OpenCL buffer can lie in place.
void check_memory(const Session& session, const ::sycl::queue& queue, const void* memory) {
  using ::sycl::usm::alloc;
  switch (checked("the memory", [&] { return ::sycl::get_pointer_type(memory, queue.get_context()); })) {
    case alloc::host:
    case alloc::shared:
      break;
    case alloc::device:
      refuse(ErrorKind::unsupported, "memory of malloc_device; allowed: that of malloc_host and malloc_shared");
    default:
      refuse(ErrorKind::invalid_argument,
             "memory that is none of SYCL's in the queue's context; allowed: that of malloc_host and malloc_shared");
  }
  if (!session.device().host_memory)
    refuse(ErrorKind::unsupported, session.device().name +
                                       " has memory of its own, so that a buffer over unified "
                                       "memory would be a copy; allowed: a device that has it in "
                                       "common with the host");
}

}  // namespace

Session session(const ::sycl::queue& queue, const SessionOptions& options) {
  check_backend(queue);
  return checked("a session on a SYCL queue", [&] {
    const Context context = native(queue.get_context());
    const Device device = native(queue.get_device());
    if (!queue.is_in_order()) return opencl::session(context.get(), device.get(), nullptr, options);
    const Queue commands(::sycl::get_native<opencl_backend>(queue), clReleaseCommandQueue);
    return opencl::session(context.get(), device.get(), commands.get(), options);
  });
}

::sycl::queue queue(const Session& session) {
  const opencl::SessionHandles handles = opencl::handles_of(session);
  return checked("a SYCL queue on " + session.device().name, [&] {
    const auto context = ::sycl::make_context<opencl_backend>(handles.context);
    const auto device = ::sycl::make_device<opencl_backend>(handles.device);
    return ::sycl::queue(context, device,
                         {::sycl::property::queue::in_order{}, ::sycl::property::queue::enable_profiling{}});
  });
}

DeviceImage image(const Session& session, const ::sycl::queue& queue, void* memory, const ImageType& type,
                  const ImageLayout& layout) {
  check_memory(session, queue, memory);
  return over_host_memory(session, memory, type, layout);
}

DeviceArray array(const Session& session, const ::sycl::queue& queue, void* memory, const ArrayType& type) {
  check_memory(session, queue, memory);
  return over_host_memory(session, memory, type);
}

void detail::check_elements(const Session& session, const ::sycl::queue& queue, const DeviceArray& array,
                            std::size_t size) {
  check_backend(queue);
  if (size != size_of(array.type().type))
    refuse(ErrorKind::invalid_argument, "a SYCL buffer with elements of " + std::to_string(size) + " bytes over " +
                                            to_string(array.type()) + "; allowed: elements of the same size");
  const opencl::SessionHandles handles = opencl::handles_of(session);
  if (checked("the queue", [&] { return native(queue.get_context()); }).get() != handles.context)
    refuse(ErrorKind::invalid_argument, "a SYCL queue in another OpenCL context than the session's");
  if (checked("the queue", [&] { return native(queue.get_device()); }).get() != handles.device)
    refuse(ErrorKind::invalid_argument, "a SYCL queue on another device than the session's");
  cl_context of_array = nullptr;
  clGetMemObjectInfo(opencl::memory_of(array), CL_MEM_CONTEXT, sizeof of_array, &of_array, nullptr);
  if (of_array != handles.context)
    refuse(ErrorKind::invalid_argument, "an array in another OpenCL context than the session's");
}

Executable compile(const ::sycl::queue& queue, const std::string& source, const std::vector<std::string>& options) {
  return compile_source(queue.get_context(), queue.get_device(), source, options);
}

}  // namespace lenslet::sycl
