// Sets a launch's arguments and puts it into the queue while no other thread sets others: an OpenCL kernel keeps them
// until then.
#include <lenslet/kernel.hpp>

#include <mutex>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "kernel/arguments.hpp"
#include "kernel/range.hpp"
#include "kernel/state.hpp"
#include "ocl/foreign.hpp"
#include "ocl/kernel_launch.hpp"
#include "ocl/kernel_query.hpp"
#include "session/after.hpp"

namespace lenslet {
namespace {

// Samplers live as long as the kernel: commands in the queue use them.
const ocl::SamplerObject& kept(const Kernel::State& kernel, const Sampler& sampler) {
  for (const auto& [known, object] : kernel.samplers)
    if (known == sampler) return object;
  const ocl::Queue& queue = state_of(kernel.session).queue;
  return kernel.samplers.emplace_back(sampler, ocl::SamplerObject(queue, sampler)).second;
}

// Whether the kernel takes it as an image object.
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
  void operator()(const Sampler& sampler) const { kernel_.kernel.set(index_, kept(kernel_, sampler)); }
  void operator()(const LocalMemory& memory) const { kernel_.kernel.set_local(index_, memory.bytes); }
  void operator()(const NoBuffer&) const { kernel_.kernel.set_no_buffer(index_); }

 private:
  template <class Memory>
  void set(const Memory& memory) const {
    if (!ocl::share_context(state_of(kernel_.session).queue, memory))
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("kernel {}: argument {} is memory of another session; allowed: of the program's own",
                              kernel_.info.name, index_));
    kernel_.kernel.set(index_, memory);
  }

  const Kernel::State& kernel_;
  unsigned index_;
};

}  // namespace

const KernelInfo& Kernel::info() const {
  return state_->info;
}

KernelRange Kernel::resolved(const KernelRange& range) const {
  return kernel::resolved(range, state_->info, state_->session.device());
}

Launch Kernel::launch(const KernelRange& range, const std::vector<KernelArgument>& arguments,
                      const std::vector<Event>& after) const {
  const KernelRange whole = resolved(range);
  kernel::check_arguments(state_->info, arguments, state_->session.device());
  const ocl::Queue& queue = state_of(state_->session).queue;
  std::vector<ocl::Event> events;
  const std::lock_guard lock(state_->mutex);
  for (unsigned i = 0; i < arguments.size(); ++i) std::visit(ArgumentOfLaunch(*state_, i), arguments[i].what());
  std::vector<ocl::Event> begin = wait_in_queue(queue, after);
  events.push_back(ocl::launch(queue, state_->kernel, whole));
  return internal::Access::after(std::move(begin), internal::Access::flushed(queue, std::move(events), 0));
}

}  // namespace lenslet
