// Lenslet beside SYCL, where its backend is OpenCL: sessions on a queue's context, queues on a session's, values around
// SYCL's memory and the other way round, and kernels compiled from SYCL source while a program runs. The component
// lenslet::sycl. <lenslet/sycl_kernels.hpp> has kernels for programs of one source.
//
//   sycl::queue queue{sycl::cpu_selector_v, sycl::property::queue::in_order{}};
//   const lenslet::Session session = lenslet::sycl::session(queue);
//   float* pixels = sycl::malloc_shared<float>(count, queue);
//   plan.launch_into(lenslet::sycl::image(session, queue, pixels, {format, size}), {result});
//
// In code that says `using namespace lenslet`, SYCL's own namespace is `::sycl`.
#pragma once

#include <string>
#include <vector>

#include <sycl/sycl.hpp>

#include <lenslet/opencl.hpp>

namespace lenslet::sycl {

// Opens a session on the queue's device, in its context and, where the queue is in order, in its own command queue:
// what the session launches runs behind what was submitted before, and before what is submitted then. A queue without
// property::queue::in_order gives a session with a queue of its own: order its work by waiting. Times of launches are 0
// in a queue without property::queue::enable_profiling. Throws unsupported where the queue's backend is not OpenCL, and
// as opencl::session() does.
Session session(const ::sycl::queue& queue, const SessionOptions& options = {});

// Makes a queue in order, with times, on the session's device and in its context, so that buffers of one serve the
// other. It is not the session's own: wait for the one before the other reads. Throws device where SYCL takes no such
// device.
::sycl::queue queue(const Session& session);

// Make values around unified memory of the host's or shared (malloc_host, malloc_shared), in place where the device has
// its memory in common with the host, as CPUs do. It must outlive the value, and begins at a multiple of 128 bytes
// (aligned_alloc_shared). Throw invalid_argument for memory of another context or none of SYCL's, unsupported for
// malloc_device's, which no OpenCL buffer can lie over, and for devices with memory of their own.
DeviceImage image(const Session& session, const ::sycl::queue& queue, void* memory, const ImageType& type,
                  const ImageLayout& layout = {});
DeviceArray array(const Session& session, const ::sycl::queue& queue, void* memory, const ArrayType& type);

// Makes a SYCL buffer over an array of the session's, for a queue in the session's context and on its device. T has the
// elements' size. Throws invalid_argument for any other.
template <class T>
::sycl::buffer<T, 1> buffer(const Session& session, const ::sycl::queue& queue, const DeviceArray& array);

// Compiles kernels for the queue's device from SYCL source: free functions with a property such as nd_range_kernel,
// which ext_oneapi_get_kernel() of the result finds by name. Throws build, whose detail() is the compiler's log;
// unsupported for a device whose driver takes no SPIR-V. It takes seconds, of which SYCL caches none by itself.
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
