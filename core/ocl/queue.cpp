// The context, its queue and the buffers in it; simple transfers and launches. Rows are in rows.cpp.
#include "ocl/queue.hpp"

#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/commands.hpp"
#include "ocl/error.hpp"
#include "ocl/handles.hpp"
#include "ocl/mapping.hpp"
#include "ocl/reserve.hpp"

namespace lenslet::ocl {
namespace {

std::shared_ptr<Queue::Handle> open_queue(const Device::Handle& handle, bool timed) {
  cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(handle.platform()),
                                        0};
  const cl::Context context(handle.device, properties);
  return std::make_shared<Queue::Handle>(
      Queue::Handle{context, cl::CommandQueue(context, handle.device, timed ? CL_QUEUE_PROFILING_ENABLE : 0)});
}

// Says how much memory there is. Drivers allocate memory when a command first needs it, so any of these calls may fail
// for want of memory.
std::string size_note(const DeviceInfo& device, std::uint64_t bytes) {
  return fmt::format("for {} bytes on {} with {} bytes of memory", bytes, device.name, device.global_memory);
}

std::string text_of(const Range& range) {
  return range.z == 1 ? fmt::format("{}x{}", range.x, range.y) : fmt::format("{}x{}x{}", range.x, range.y, range.z);
}

std::string range_note(const Range& global, const Range& local, const Kernel::Handle& kernel) {
  return fmt::format("kernel {} over {} work-items in groups of {}", kernel.name, text_of(global), text_of(local));
}

// Makes a range of two or three dimensions. Launches of single images need no third one.
cl::NDRange dimensions(const Range& range, bool three) {
  return three ? cl::NDRange(range.x, range.y, range.z) : cl::NDRange(range.x, range.y);
}

}  // namespace

Buffer::Buffer(std::shared_ptr<Handle> handle, std::uint64_t bytes, KernelAccess access)
    : handle_(std::move(handle)), bytes_(bytes), access_(access) {}

Stretch Buffer::stretch(std::uint64_t offset, std::uint64_t count) const {
  const std::uint64_t begin = handle_->origin + offset;
  return {handle_->whole() != nullptr ? handle_->whole() : handle_->buffer(), begin, begin + count};
}

Queue::Queue(const Device& device, bool timed)
    : device_(device),
      timed_(timed),
      handle_(checked([&] { return open_queue(device.handle(), timed); },
                      [&] { return fmt::format("on {} ({})", device.info().name, device.info().platform); })) {
  device_ = checked([&] { return with_texel_types(device, handle_->context); });
}

Queue::Queue(Device device, bool timed, std::shared_ptr<Handle> handle)
    : device_(std::move(device)), timed_(timed), handle_(std::move(handle)) {}

Queue Queue::beside(Order order) const {
  return ocl::beside(*this, order, timed_);
}

Queue beside(const Queue& queue, Order order, bool timed) {
  const bool any = order == Order::out_of_order;
  const cl_command_queue_properties wanted =
      (timed ? CL_QUEUE_PROFILING_ENABLE : 0) | (any ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
  const cl::Device& device = queue.device().handle().device;
  const cl::Context& context = queue.handle().context;
  return checked([&] {
    if (any && !(device.getInfo<CL_DEVICE_QUEUE_PROPERTIES>() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
      throw Error(ErrorKind::unsupported, fmt::format("{} has no out-of-order queue", queue.device().info().name));
    return Queue(queue.device(), timed,
                 std::make_shared<Queue::Handle>(Queue::Handle{context, cl::CommandQueue(context, device, wanted)}));
  });
}

Buffer Queue::allocate(std::uint64_t bytes, Placement placement) const {
  return reserve(*this, bytes, {.pinned = placement == Placement::pinned});
}

Buffer Queue::over(std::span<std::byte> host, KernelAccess access) const {
  return create(*this, host.size(), flags_of(access) | CL_MEM_USE_HOST_PTR, host.data());
}

// The driver copies while it makes the buffer, not in the queue.
Buffer Queue::copy_of(std::span<const std::byte> host) const {
  return create(*this, host.size(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, const_cast<std::byte*>(host.data()));
}

Buffer create(const Queue& queue, std::uint64_t bytes, cl_mem_flags flags, void* host) {
  const cl::Context& context = queue.handle().context;  // handle() first settles work that may hold memory
  const DeviceInfo& info = queue.device().info();
  if (bytes > info.max_allocation)
    throw Error(ErrorKind::unsupported, fmt::format("{} bytes do not fit into one buffer of {}, whose largest has {}",
                                                    bytes, info.name, info.max_allocation));
  const auto make = [&] {
    return std::make_shared<Buffer::Handle>(
        Buffer::Handle{cl::Buffer(context, flags, static_cast<std::size_t>(bytes), host)});
  };
  return Buffer(checked(make, [&] { return size_note(info, bytes); }), bytes, access_of(flags));
}

void Queue::write(const Buffer& to, std::uint64_t offset, std::span<const std::byte> bytes) const {
  if (bytes.empty()) return;
  check_host(to, HostAccess::overwrite);
  const auto enqueue = [&](cl::Event* done) {
    handle().queue.enqueueWriteBuffer(to.handle().buffer, CL_TRUE, offset, bytes.size(), bytes.data(), nullptr, done);
  };
  checked([&] { until_done(enqueue); }, [&] { return size_note(device_.info(), bytes.size()); });
}

void Queue::read(const Buffer& from, std::uint64_t offset, std::span<std::byte> bytes) const {
  if (bytes.empty()) return;
  check_host(from, HostAccess::read);
  const auto enqueue = [&](cl::Event* done) {
    handle().queue.enqueueReadBuffer(from.handle().buffer, CL_TRUE, offset, bytes.size(), bytes.data(), nullptr, done);
  };
  checked([&] { until_done(enqueue); }, [&] { return size_note(device_.info(), bytes.size()); });
}

Event Queue::copy(const Buffer& from, const Buffer& to, std::uint64_t bytes) const {
  cl::Event event;
  checked(
      [&] { handle().queue.enqueueCopyBuffer(from.handle().buffer, to.handle().buffer, 0, 0, bytes, nullptr, &event); },
      [&] { return size_note(device_.info(), bytes); });
  return Event(std::exchange(event(), nullptr));
}

Event Queue::launch(const Kernel& kernel, Range global, Range local, Range offset, const After& after) const {
  cl::Event event;
  const bool three = global.z > 1 || offset.z > 0;
  const cl::NDRange group = local.x == 0 ? cl::NullRange : dimensions(local, three);
  const bool moved = offset.x + offset.y + offset.z > 0;
  const cl::NDRange begin = moved ? dimensions(offset, three) : cl::NullRange;
  checked(
      [&] {
        const std::vector<cl::Event> list = wait_list(after);
        handle().queue.enqueueNDRangeKernel(kernel.handle().kernel, begin, dimensions(global, three), group,
                                            list.empty() ? nullptr : &list, &event);
      },
      [&] { return range_note(global, local, kernel.handle()); });
  return noted(*this, kernel, group, Event(std::exchange(event(), nullptr)));
}

CompilerWatch& Queue::watch() const {
  return *handle_->watch;
}

void Queue::settle() const {
  handle_->unsettled->settle();
}

const Queue::Handle& Queue::handle() const {
  settle();
  return *handle_;
}

void Queue::flush() const {
  checked([&] { handle_->queue.flush(); });
}

void Queue::finish() const {
  checked([&] { handle().queue.finish(); });
}

Queue timed(const Queue& queue) {
  return queue.timed() ? queue : Queue(queue.device());
}

}  // namespace lenslet::ocl
