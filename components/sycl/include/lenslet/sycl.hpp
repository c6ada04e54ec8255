// The component lenslet::sycl: Lenslet together with SYCL, where SYCL's backend is OpenCL. It makes sessions in a
// queue's context, queues in a session's context, values in SYCL's memory, and SYCL buffers over a session's arrays. It
// also compiles kernels from SYCL source at run time. <lenslet/sycl_kernels.hpp> has kernels for single-source
// programs.
//
//   sycl::queue queue{sycl::cpu_selector_v, sycl::property::queue::in_order{}};
//   const lenslet::Session session = lenslet::sycl::session(queue);
//   float* pixels = sycl::malloc_shared<float>(count, queue);
//   const auto input = lenslet::sycl::image(session, queue, pixels, {format, size});
//   plan.launch_into(input, {result});
//
// In code that says `using namespace lenslet`, SYCL's own namespace is `::sycl`.
#pragma once

#include <string>
#include <vector>

#include <sycl/sycl.hpp>

#include <lenslet/opencl.hpp>

#pragma GCC visibility push(default)
namespace lenslet::sycl {

// Opens a session on the queue's device and in its context. The session of an in-order queue uses its command queue,
// too: launches of the session and submissions to the queue run in the order of the calls. The session of any other
// queue has a queue of its own: order their work by waiting. Times of launches are 0 in a queue without
// property::queue::enable_profiling. Throws unsupported where the queue's backend is not OpenCL, and as
// opencl::session() does.
Session session(const ::sycl::queue& queue, const SessionOptions& options = {});

// Makes an in-order queue with times on the session's device and in its context, so that both can use the same buffers.
// It is not the session's own queue: wait for one before the other reads. Throws device where SYCL does not accept the
// device.
::sycl::queue queue(const Session& session);

// Make values in unified memory of the host or shared memory (malloc_host, malloc_shared), without a copy. The device's
// memory must be the host's, as on CPUs. The memory must outlive the value, and begin at a multiple of 128 bytes
// (aligned_alloc_shared). Throw invalid_argument for memory of another context or not from SYCL. Throw unsupported for
// memory of malloc_device, which no OpenCL buffer can use, and for devices with memory of their own.
DeviceImage image(const Session& session, const ::sycl::queue& queue, void* memory, const ImageType& type,
                  const ImageLayout& layout = {});
DeviceArray array(const Session& session, const ::sycl::queue& queue, void* memory, const ArrayType& type);

// Makes a SYCL buffer over a session's array, for a queue in the session's context and on its device. Throws
// invalid_argument unless T has the size of an element, and for a queue in another context or on another device.
template <class T>
::sycl::buffer<T, 1> buffer(const Session& session, const ::sycl::queue& queue, const DeviceArray& array);

// Compiles kernels for the queue's device from SYCL source. The kernels are free functions with a property such as
// nd_range_kernel; ext_oneapi_get_kernel() of the result finds them by name. It takes seconds, and SYCL does not cache
// it. Throws build, where detail() has the compiler's log. Throws unsupported for a device whose driver takes no
// SPIR-V, and where SYCL cannot compile source at run time. Throws device for SYCL's other errors.
::sycl::kernel_bundle<::sycl::bundle_state::executable> compile(const ::sycl::queue& queue, const std::string& source,
                                                                const std::vector<std::string>& options = {});

namespace detail {
void check_elements(const Session& session, const ::sycl::queue& queue, const DeviceArray& array, std::size_t size);
}

template <class T>
::sycl::buffer<T, 1> buffer(const Session& session, const ::sycl::queue& queue, const DeviceArray& array) {
  detail::check_elements(session, queue, array, sizeof(T));
  return ::sycl::make_buffer<::sycl::backend::opencl, T>(opencl::memory_of(array), queue.get_context());
}

}  // namespace lenslet::sycl
#pragma GCC visibility pop
