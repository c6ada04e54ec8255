// Lenslet together with other OpenCL code: sessions on a caller's context and queue, values in a caller's buffers, and
// Lenslet's own handles. Only this header includes OpenCL's, and <lenslet/lenslet.hpp> does not include this one.
//
//   const lenslet::Session session = lenslet::opencl::session(context, device, queue);
//   const auto input = lenslet::opencl::image(session, buffer, {format, size});
//   const auto output = lenslet::opencl::image(session, other, {format, size});
//   const lenslet::Launch launch = plan.launch_into(input, {output});
//   clEnqueueNDRangeKernel(queue, kernel_that_reads_other, ...);   // in order: no wait is needed
//
// Handles are retained for as long as they are used. A call that throws leaves sessions and values as they were.
#pragma once

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300  // the default, but without this OpenCL's header prints a note
#endif
#include <CL/cl.h>

#include <cstdint>

#include <lenslet/event.hpp>
#include <lenslet/memory.hpp>
#include <lenslet/session.hpp>

#pragma GCC visibility push(default)
namespace lenslet::opencl {

// Opens a session on a device of the caller's context. Launches, transfers and copies go into the caller's queue, in
// order with the caller's own commands; without a queue the session makes one in that context. Times of launches are 0
// where the queue lacks CL_QUEUE_PROFILING_ENABLE. SessionOptions::device must be empty. SessionOptions::timing only
// counts where no queue is given. Throws invalid_argument for a null context or device, a device that is not in the
// context, or a queue of another context or device. Throws unsupported for an out-of-order queue: pass none, and order
// the work by events. Throws also as the constructor of Session does.
Session session(cl_context context, cl_device_id device, cl_command_queue queue = nullptr,
                const SessionOptions& options = {});

struct SessionHandles {
  cl_context context;
  cl_device_id device;
  cl_command_queue queue;
};

// Returns the handles that a session uses. They live as long as the session.
SessionHandles handles_of(const Session& session);

// Make values in a buffer, or sub-buffer, of the session's context. Offsets are in bytes from its start. For a
// rectangle use DeviceImage::view(). Throw invalid_argument for a null handle, an object that is no buffer or belongs
// to another context, a buffer that is too small, or an offset or stride that is too small or no multiple of a sample's
// size. Throw unsupported for an array at an offset that is no multiple of DeviceInfo::alignment. On devices that use
// the host's memory, throw unsupported for a buffer over host memory (CL_MEM_USE_HOST_PTR) that does not begin at a
// multiple of 128 bytes.
DeviceImage image(const Session& session, cl_mem buffer, const ImageType& type, const ImageLayout& layout = {});
DeviceArray array(const Session& session, cl_mem buffer, const ArrayType& type, std::uint64_t offset = 0);

struct ImageMemory {
  cl_mem memory;       // a buffer; an image object in the storages image and image_array, where `layout` means nothing
  ImageLayout layout;  // of the pixels of DeviceImage::rectangle()
};

// Return where a value's pixels or elements lie. An array's elements begin at the first byte and have no gaps. The
// handles live as long as the value.
ImageMemory memory_of(const DeviceImage& image);
cl_mem memory_of(const DeviceArray& array);

// Turns the caller's event into one that launches can wait for: RunOptions::after. Throws invalid_argument for a null
// event or one of another context.
Event event(const Session& session, cl_event event);

// Returns an event for wait lists of the caller's commands. The caller releases it (clReleaseEvent).
cl_event handle_of(const Session& session, const Event& event);

}  // namespace lenslet::opencl
#pragma GCC visibility pop
