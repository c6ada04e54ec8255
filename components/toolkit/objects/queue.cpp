// Commands on arrays and kernels. queue_images.cpp has those on image objects.
#include <lenslet/queue.hpp>

#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/commands.hpp"
#include "ocl/kernel.hpp"
#include "ocl/order.hpp"
#include "ocl/spirv.hpp"
#include "session/state.hpp"
#include "toolkit/kernel/put.hpp"
#include "toolkit/objects/queue_state.hpp"

namespace lenslet {
namespace {

constexpr std::size_t max_pattern = 128;

[[noreturn]] void refuse_command(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

std::vector<MemoryUsed> no_uses() {
  return {};
}

// OpenCL queues no command of 0 bytes.
void check_bytes(const Queue::State& queue, const DeviceArray& array, std::size_t bytes, const char* what) {
  check_memory(queue, array);
  if (bytes != array.type().bytes() || bytes == 0)
    refuse_command(fmt::format("{} of {} bytes for {} of {}; allowed: as many, and more than none", what, bytes,
                               to_string(array.type()), array.type().bytes()));
}

void check_pattern(std::size_t pattern, const ArrayType& type) {
  const bool is_power = pattern > 0 && pattern <= max_pattern && (pattern & (pattern - 1)) == 0;
  if (!is_power || type.bytes() % pattern != 0 || type.bytes() == 0)
    refuse_command(fmt::format("a pattern of {} bytes for {} of {}; allowed: a power of 2 up to {} that goes into them",
                               pattern, to_string(type), type.bytes(), max_pattern));
}

}  // namespace

QueueAbilities queue_abilities(const Session& session) {
  const ocl::Queue& queue = state_of(session).queue;
  const ocl::UnevenGroups uneven = ocl::uneven_groups(queue.device());
  return {ocl::has_out_of_order(queue),
          ocl::calls_native(queue),
          ocl::built_in_kernels(queue),
          uneven.option,
          uneven.obstacle,
          ocl::spirv_versions(queue.device())};
}

Queue::Queue(const Session& session, const QueueOptions& options)
    : state_(std::make_shared<const State>(session, options)) {}

const Session& Queue::session() const {
  return state_->session;
}

const QueueOptions& Queue::options() const {
  return state_->options;
}

Event Queue::launch(const Kernel& kernel, const KernelRange& range, const std::vector<KernelArgument>& arguments,
                    const std::vector<Event>& after) const {
  if (state_->options.check) check_uses(kernel.info(), arguments);
  return state_->put(
      kernel.info().name.c_str(), after, [&] { return used_by(kernel.info(), arguments); },
      [&](const ocl::After& list) { return kernel::put(state_->queue, kernel, range, arguments, list); });
}

Event Queue::task(const Kernel& kernel, const std::vector<KernelArgument>& arguments,
                  const std::vector<Event>& after) const {
  if (state_->options.check) check_uses(kernel.info(), arguments);
  return state_->put(
      kernel.info().name.c_str(), after, [&] { return used_by(kernel.info(), arguments); },
      [&](const ocl::After& list) { return kernel::put_task(state_->queue, kernel, arguments, list); });
}

Event Queue::call(std::function<void(Bytes)> function, const std::vector<DeviceArray>& arrays,
                  const std::vector<Event>& after) const {
  std::vector<ocl::Buffer> buffers;
  std::vector<std::size_t> sizes;
  for (const DeviceArray& array : arrays) {
    check_memory(*state_, array);
    buffers.push_back(array.buffer());
    sizes.push_back(array.type().bytes());
  }
  const auto uses = [&] {
    std::vector<MemoryUsed> all;
    for (const DeviceArray& array : arrays) all = both(std::move(all), used(array, true));
    return all;
  };
  return state_->put("a function of the host", after, uses, [&](const ocl::After& list) {
    return ocl::call_native(state_->queue, std::move(function), buffers, std::move(sizes), list);
  });
}

Event Queue::write(std::span<const std::byte> from, const DeviceArray& to, const std::vector<Event>& after) const {
  check_bytes(*state_, to, from.size(), "a write");
  return state_->put(
      "a write", after, [&] { return used(to, true); },
      [&](const ocl::After& list) { return ocl::write_later(state_->queue, to.buffer(), 0, from, list); });
}

Event Queue::read(const DeviceArray& from, std::span<std::byte> to, const std::vector<Event>& after) const {
  check_bytes(*state_, from, to.size(), "a read");
  return state_->put(
      "a read", after, [&] { return used(from, false); },
      [&](const ocl::After& list) { return ocl::read_later(state_->queue, from.buffer(), 0, to, list); });
}

Event Queue::copy(const DeviceArray& from, const DeviceArray& to, const std::vector<Event>& after) const {
  check_memory(*state_, from);
  check_bytes(*state_, to, from.type().bytes(), "a copy");
  if (from.shares_memory(to)) refuse_command("a copy of an array onto itself: both sides must lie apart");
  return state_->put(
      "a copy", after, [&] { return both(used(from, false), used(to, true)); },
      [&](const ocl::After& list) {
        return ocl::copy_later(state_->queue, from.buffer(), 0, to.buffer(), 0, from.type().bytes(), list);
      });
}

Event Queue::fill(const DeviceArray& array, std::span<const std::byte> pattern, const std::vector<Event>& after) const {
  check_memory(*state_, array);
  check_pattern(pattern.size(), array.type());
  return state_->put(
      "a fill", after, [&] { return used(array, true); },
      [&](const ocl::After& list) {
        return ocl::fill_later(state_->queue, array.buffer(), pattern, array.type().bytes(), list);
      });
}

Event Queue::migrate(const std::vector<DeviceArray>& arrays, MoveTo where, const std::vector<Event>& after) const {
  if (arrays.empty()) refuse_command("a move of 0 arrays; allowed: 1 or more");
  std::vector<ocl::Buffer> buffers;
  for (const DeviceArray& array : arrays) {
    check_memory(*state_, array);
    buffers.push_back(array.buffer());
  }
  return state_->put("a move", after, no_uses, [&](const ocl::After& list) {
    return ocl::migrate(state_->queue, buffers, where == MoveTo::host, list);
  });
}

Event Queue::marker(const std::vector<Event>& after) const {
  return state_->put(
      "a marker", after, no_uses, [&](const ocl::After& list) { return ocl::marker(state_->queue, list); },
      QueuePlace::marker);
}

Event Queue::barrier(const std::vector<Event>& after) const {
  return state_->put(
      "a barrier", after, no_uses, [&](const ocl::After& list) { return ocl::barrier(state_->queue, list); },
      QueuePlace::barrier);
}

void Queue::flush() const {
  state_->queue.flush();
}

// Mesa 22.3's rusticl returns at once from clFinish() if the queue was flushed, but waits for a marker. The commands'
// own events tell whether they failed.
void Queue::finish() const {
  try {
    ocl::marker(state_->queue).wait();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::device) throw;
  }
  state_->queue.finish();
}

}  // namespace lenslet
