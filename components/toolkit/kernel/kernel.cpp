// Sets a launch's arguments and queues it under a lock, so that no other thread sets others meanwhile: an OpenCL kernel
// keeps its arguments.
#include <lenslet/kernel.hpp>

#include <deque>
#include <mutex>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/driver_limits.hpp"
#include "ocl/foreign.hpp"
#include "ocl/kernel.hpp"
#include "session/after.hpp"
#include "toolkit/kernel/arguments.hpp"
#include "toolkit/kernel/put.hpp"
#include "toolkit/kernel/range.hpp"
#include "toolkit/kernel/state.hpp"
#include "toolkit/ocl/formatted_image.hpp"
#include "toolkit/ocl/kernel_launch.hpp"
#include "toolkit/ocl/sampler.hpp"

namespace lenslet {
namespace {

// Samplers live as long as the session. PoCL 3.1 reads a sampler when a kernel begins, even if the host has released it
// by then.
struct Samplers {
  std::mutex mutex;
  std::deque<std::pair<Sampler, ocl::SamplerObject>> all;
};

const ocl::SamplerObject& kept(const Session& session, const Sampler& sampler) {
  Samplers& samplers = kept_with<Samplers>(session);
  const std::lock_guard lock(samplers.mutex);
  for (const auto& [known, object] : samplers.all)
    if (known == sampler) return object;
  return samplers.all.emplace_back(sampler, ocl::SamplerObject(state_of(session).queue, sampler)).second;
}

// Whether the kernel takes the image as an image object.
bool as_object(const KernelInfo& info, unsigned index, const DeviceImage& image) {
  if (!image.in_buffer()) return true;
  return index < info.arguments.size() && info.arguments[index].type.starts_with("image");
}

class ArgumentOfLaunch {
 public:
  ArgumentOfLaunch(const Kernel::State& of, unsigned place) : kernel_(of), index_(place) {}

  void operator()(const KernelArgument::Bytes& value) const {
    kernel_.kernel.set(index_, value.bytes.data(), value.bytes.size());
  }
  void operator()(const DeviceArray& array) const { set(array.buffer()); }
  void operator()(const DeviceImage& image) const {
    as_object(kernel_.info, index_, image) ? set(image.object()) : set(image.buffer());
  }
  void operator()(const ImageObject& image) const {
    check_context(image.handle());
    ocl::set_argument(kernel_.kernel, index_, image.handle());
  }
  void operator()(const Sampler& sampler) const {
    ocl::set_argument(kernel_.kernel, index_, kept(kernel_.session, sampler));
  }
  void operator()(const LocalMemory& memory) const { kernel_.kernel.set_local(index_, memory.bytes); }
  void operator()(const NoBuffer&) const { kernel_.kernel.set_no_buffer(index_); }

 private:
  template <class Memory>
  void check_context(const Memory& memory) const {
    if (!ocl::share_context(state_of(kernel_.session).queue, memory))
      ocl::refuse_memory(fmt::format("kernel {}: argument {}", kernel_.info.name, index_), "the program");
  }

  template <class Memory>
  void set(const Memory& memory) const {
    check_context(memory);
    kernel_.kernel.set(index_, memory);
  }

  const Kernel::State& kernel_;
  unsigned index_;
};

// A program is built for one device, and its kernels take memory of its own context.
void check_queue(const Kernel::State& kernel, const ocl::Queue& queue) {
  const ocl::QueueHandles own = ocl::handles_of(state_of(kernel.session).queue), given = ocl::handles_of(queue);
  if (own.context != given.context || own.device != given.device)
    throw Error(
        ErrorKind::invalid_argument,
        fmt::format("kernel {} of a program for {} in a queue of {}{}; allowed: a program of the queue's session",
                    kernel.info.name, kernel.session.device().name, queue.device().info().name,
                    own.context != given.context ? ", in another context" : ""));
}

void check_crash(const Kernel::State& kernel) {
  const DeviceInfo& device = kernel.session.device();
  if (kernel.built_in && ocl::crashes_in_built_in_kernels(device))
    throw Error(ErrorKind::unsupported,
                fmt::format("kernel {}: the driver {} of {} ends the process where it launches a kernel that it brings "
                            "with it; allowed: programs from text",
                            kernel.info.name, device.driver, device.name));
}

// Sets the arguments and keeps them while `enqueue` uses the kernel.
template <class Enqueue>
ocl::Event with_arguments(const Kernel::State& kernel, const std::vector<KernelArgument>& arguments,
                          const Enqueue& enqueue) {
  check_crash(kernel);
  kernel::check_arguments(kernel.info, arguments, kernel.session.device());
  const std::lock_guard lock(kernel.mutex);
  for (unsigned i = 0; i < arguments.size(); ++i) std::visit(ArgumentOfLaunch(kernel, i), arguments[i].what());
  return enqueue();
}

}  // namespace

namespace kernel {

ocl::Event put(const ocl::Queue& queue, const Kernel& kernel, const KernelRange& range,
               const std::vector<KernelArgument>& arguments, const ocl::After& after) {
  const KernelRange whole = kernel.resolved(range);
  check_queue(kernel.state(), queue);
  return with_arguments(kernel.state(), arguments,
                        [&] { return ocl::launch(queue, kernel.state().kernel, whole, after); });
}

ocl::Event put_task(const ocl::Queue& queue, const Kernel& kernel, const std::vector<KernelArgument>& arguments,
                    const ocl::After& after) {
  static_cast<void>(kernel.resolved(KernelRange::one_item()));
  check_queue(kernel.state(), queue);
  return with_arguments(kernel.state(), arguments,
                        [&] { return ocl::launch_task(queue, kernel.state().kernel, after); });
}

}  // namespace kernel

const KernelInfo& Kernel::info() const {
  return state_->info;
}

KernelRange Kernel::resolved(const KernelRange& range) const {
  return kernel::resolved(range, state_->info, state_->session.device());
}

Launch Kernel::launch(const KernelRange& range, const std::vector<KernelArgument>& arguments,
                      const std::vector<Event>& after) const {
  const KernelRange whole = resolved(range);
  const ocl::Queue& queue = state_of(state_->session).queue;
  std::vector<ocl::Event> begin, events;
  events.push_back(with_arguments(*state_, arguments, [&] {
    begin = wait_in_queue(queue, after);
    return ocl::launch(queue, state_->kernel, whole);
  }));
  return internal::Access::after(std::move(begin), internal::Access::flushed(queue, std::move(events), 0));
}

}  // namespace lenslet
