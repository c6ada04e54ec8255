// Checks what other OpenCL code passes before any of it is used.
#include "ocl/foreign.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/error.hpp"
#include "ocl/handles.hpp"

namespace lenslet::ocl {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

// Also accepts a part of one of the context's devices: PoCL's contexts name the whole device.
void check_device(const cl::Context& context, const Device& device) {
  const auto devices = context.getInfo<CL_CONTEXT_DEVICES>();
  for (cl::Device each = device.handle().device; each() != nullptr; each = each.getInfo<CL_DEVICE_PARENT_DEVICE>())
    if (std::ranges::any_of(devices, [&](const cl::Device& known) { return known() == each(); })) return;
  refuse(fmt::format("the device {} is none of the context's {}", device.info().name, devices.size()));
}

void check_queue(const cl::CommandQueue& queue, const cl::Context& context, const Device& device) {
  if (queue.getInfo<CL_QUEUE_CONTEXT>()() != context()) refuse("the queue is of another context");
  if (queue.getInfo<CL_QUEUE_DEVICE>()() != device.handle().device())
    refuse(fmt::format("the queue is of another device than {}", device.info().name));
  if (queue.getInfo<CL_QUEUE_PROPERTIES>() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
    throw Error(ErrorKind::unsupported,
                "the queue runs its commands out of order; allowed: one in order, or none, which makes one in the "
                "context");
}

void check_host_memory(const cl::Buffer& buffer, cl_mem_flags flags, const DeviceInfo& device) {
  if (!(flags & CL_MEM_USE_HOST_PTR) || !device.host_memory) return;
  const auto address = reinterpret_cast<std::uintptr_t>(buffer.getInfo<CL_MEM_HOST_PTR>());
  if (address % host_alignment != 0)
    throw Error(ErrorKind::unsupported,
                fmt::format("a buffer over memory of the host that begins {} bytes behind a multiple of {}; allowed on "
                            "{}: at such a multiple",
                            address % host_alignment, host_alignment, device.name));
}

}  // namespace

KernelAccess access_of(cl_mem_flags flags) {
  if (flags & CL_MEM_READ_ONLY) return KernelAccess::read_only;
  return flags & CL_MEM_WRITE_ONLY ? KernelAccess::write_only : KernelAccess::read_write;
}

cl_mem_flags flags_of(KernelAccess access) {
  if (access == KernelAccess::read_only) return CL_MEM_READ_ONLY;
  return access == KernelAccess::write_only ? CL_MEM_WRITE_ONLY : CL_MEM_READ_WRITE;
}

Queue adopt(cl_context context, cl_device_id device, cl_command_queue queue, bool timed) {
  if (context == nullptr) refuse("the context is null");
  if (device == nullptr) refuse("the device is null");
  const cl::Context in(context, true);
  Device known = device_of(device);
  return checked([&] {
    check_device(in, known);
    known = with_texel_types(known, in);
    if (queue == nullptr) {
      cl::CommandQueue own(in, known.handle().device, timed ? CL_QUEUE_PROFILING_ENABLE : 0);
      return Queue(known, timed, std::make_shared<Queue::Handle>(Queue::Handle{in, std::move(own)}));
    }
    const cl::CommandQueue given(queue, true);
    check_queue(given, in, known);
    const bool has_times = (given.getInfo<CL_QUEUE_PROPERTIES>() & CL_QUEUE_PROFILING_ENABLE) != 0;
    return Queue(known, has_times, std::make_shared<Queue::Handle>(Queue::Handle{in, given}));
  });
}

Buffer adopt(const Queue& queue, cl_mem memory) {
  if (memory == nullptr) refuse("the buffer is null");
  return checked([&] {
    const cl::Buffer buffer(memory, true);
    if (buffer.getInfo<CL_MEM_TYPE>() != CL_MEM_OBJECT_BUFFER) refuse("the object is no buffer; allowed: buffers");
    if (!share_context(queue, memory)) refuse("the buffer is of another context than the session's");
    const auto flags = buffer.getInfo<CL_MEM_FLAGS>();
    check_host_memory(buffer, flags, queue.device().info());
    cl::Buffer whole;
    if (cl_mem parent = buffer.getInfo<CL_MEM_ASSOCIATED_MEMOBJECT>()()) whole = cl::Buffer(parent, true);
    const std::uint64_t origin = whole() != nullptr ? buffer.getInfo<CL_MEM_OFFSET>() : 0;
    const std::uint64_t bytes = buffer.getInfo<CL_MEM_SIZE>();
    return Buffer(std::make_shared<Buffer::Handle>(Buffer::Handle{buffer, whole, origin}), bytes, access_of(flags));
  });
}

void check_context(const Queue& queue, const Event& event) {
  const bool same = checked(
      [&] { return cl::Event(event.handle(), true).getInfo<CL_EVENT_CONTEXT>()() == queue.handle().context(); });
  if (!same) refuse("an event of another context than the session's");
}

// Takes a plain handle without counting references, because it is asked for each value of a launch.
bool share_context(const Queue& queue, cl_mem memory) {
  cl_context own = nullptr;
  checked([&] {
    if (const cl_int status = clGetMemObjectInfo(memory, CL_MEM_CONTEXT, sizeof(cl_context), &own, nullptr))
      throw cl::Error(status, "clGetMemObjectInfo");
  });
  return own == queue.handle().context();
}

bool share_context(const Queue& queue, const Buffer& memory) {
  return share_context(queue, handle_of(memory));
}

bool share_context(const Queue& queue, const ImageObject& memory) {
  return share_context(queue, handle_of(memory));
}

void refuse_memory(std::string_view what, std::string_view whose) {
  refuse(fmt::format("{} is memory of another session; allowed: of {}'s own", what, whose));
}

Event adopt(const Queue& queue, cl_event event) {
  if (event == nullptr) refuse("the event is null");
  checked([&] {
    if (const cl_int status = clRetainEvent(event)) throw cl::Error(status, "clRetainEvent");
  });
  Event known(event);
  check_context(queue, known);
  return known;
}

QueueHandles handles_of(const Queue& queue) {
  return {queue.handle().context(), queue.device().handle().device(), queue.handle().queue()};
}

cl_mem handle_of(const Buffer& buffer) {
  return buffer.handle().buffer();
}

cl_mem handle_of(const ImageObject& object) {
  return (*object.handle().image)();
}

Buffer part_of(const Queue& queue, const Buffer& buffer, std::uint64_t offset, std::uint64_t count) {
  if (offset == 0 && count == buffer.bytes()) return buffer;
  const Buffer::Handle& from = buffer.handle();
  const DeviceInfo& device = queue.device().info();
  const std::uint64_t origin = from.origin + offset;
  if (origin % device.alignment != 0)
    throw Error(ErrorKind::unsupported, fmt::format("a part that begins at byte {} of its memory; allowed on {}: "
                                                    "multiples of {}",
                                                    origin, device.name, device.alignment));
  cl::Buffer whole = from.whole() != nullptr ? from.whole : from.buffer;  // OpenCL makes no sub-buffer of a sub-buffer
  const auto make = [&] {
    const cl_buffer_region region{origin, count};
    cl::Buffer part = whole.createSubBuffer(0, CL_BUFFER_CREATE_TYPE_REGION, &region);
    return std::make_shared<Buffer::Handle>(Buffer::Handle{std::move(part), whole, origin});
  };
  const auto note = [&] { return fmt::format("for {} bytes from byte {}", count, origin); };
  return Buffer(checked(make, note), count, buffer.access());
}

}  // namespace lenslet::ocl
