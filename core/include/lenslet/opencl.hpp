// Lenslet beside other OpenCL code: sessions on a caller's context and queue, values around a caller's buffers, and the
// handles of what is Lenslet's. This header alone includes OpenCL's, and <lenslet/lenslet.hpp> does not include it.
//
//   const lenslet::Session session = lenslet::opencl::session(context, device, queue);
//   const auto input = lenslet::opencl::image(session, buffer, {format, size});
//   const lenslet::Launch launch = plan.launch_into(input, {lenslet::opencl::image(session, other, {format, size})});
//   clEnqueueNDRangeKernel(queue, kernel_that_reads_other, ...);   // in order: no wait is needed
//
// All handles are retained for as long as they are used. Errors leave sessions and values as they were.
#pragma once

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300  // OpenCL's own default, of which its header tells at each compilation
#endif
#include <CL/cl.h>

#include <cstdint>

#include <lenslet/event.hpp>
#include <lenslet/memory.hpp>
#include <lenslet/session.hpp>

namespace lenslet::opencl {

// Opens a session on a device of the caller's context. Its launches, transfers and copies go into the caller's queue
// and run in order with what the caller puts there; without a queue it has one of its own in that context. The queue
// may have no CL_QUEUE_PROFILING_ENABLE: times of launches are 0 then. SessionOptions::device must be empty, and
// SessionOptions::timing counts without a queue alone. Throws invalid_argument for a null context or device, a device
// that the context does not have, or a queue of another context or device; unsupported for a queue that runs its
// commands out of order: pass none, and order work by events.
Session session(cl_context context, cl_device_id device, cl_command_queue queue = nullptr,
                const SessionOptions& options = {});

struct SessionHandles {
  cl_context context;
  cl_device_id device;
  cl_command_queue queue;
};

// Returns what any session works with. The handles live as long as the session does.
SessionHandles handles_of(const Session& session);

// Make values around a buffer of the session's context; offsets are in bytes, in the buffer or sub-buffer itself.
// DeviceImage::view() names a rectangle of one. Throw invalid_argument for a null handle, an object that is no buffer
// or of another context, too small a buffer, or an offset or stride that is no multiple of a sample's size or too
// small; unsupported for an array at an offset that is no multiple of DeviceInfo::alignment, and on devices that use
// the host's memory for a buffer over such memory (CL_MEM_USE_HOST_PTR) that begins at no multiple of 128 bytes.
DeviceImage image(const Session& session, cl_mem buffer, const ImageType& type, const ImageLayout& layout = {});
DeviceArray array(const Session& session, cl_mem buffer, const ArrayType& type, std::uint64_t offset = 0);

struct ImageMemory {
  cl_mem memory;       // a buffer; an image object in the storages image and image_array, which have no layout
  ImageLayout layout;  // of the pixels of DeviceImage::rectangle()
};

// Return where a value's pixels or elements lie; those of an array from the first byte on, without gaps. The handles
// live as long as the value does.
ImageMemory memory_of(const DeviceImage& image);
cl_mem memory_of(const DeviceArray& array);

// Makes an event of the caller's something that a launch can wait for: RunOptions::after. Throws invalid_argument for
// null and for an event of another context.
Event event(const Session& session, cl_event event);

// Returns an event for wait lists of the caller's commands. The caller releases it (clReleaseEvent).
cl_event handle_of(const Session& session, const Event& event);

}  // namespace lenslet::opencl
