// Sets a launch's arguments and puts it into the queue while no other thread sets others: an OpenCL kernel keeps them
// until then.
#include <lenslet/kernel.hpp>

#include <mutex>

#include "kernel/arguments.hpp"
#include "kernel/range.hpp"
#include "kernel/state.hpp"
#include "ocl/kernel_launch.hpp"

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

struct Set {
  const Kernel::State& kernel;
  unsigned index;

  void operator()(const KernelArgument::Bytes& value) const {
    kernel.kernel.set(index, value.bytes.data(), value.bytes.size());
  }
  void operator()(const DeviceArray& array) const { kernel.kernel.set(index, array.buffer()); }
  void operator()(const DeviceImage& image) const {
    if (as_object(kernel.info, index, image))
      kernel.kernel.set(index, image.object());
    else
      kernel.kernel.set(index, image.buffer());
  }
  void operator()(const Sampler& sampler) const { kernel.kernel.set(index, kept(kernel, sampler)); }
  void operator()(const LocalMemory& memory) const { kernel.kernel.set_local(index, memory.bytes); }
  void operator()(const NoBuffer&) const { kernel.kernel.set_no_buffer(index); }
};

}  // namespace

const KernelInfo& Kernel::info() const {
  return state_->info;
}

KernelRange Kernel::resolved(const KernelRange& range) const {
  return kernel::resolved(range, state_->info, state_->session.device());
}

Launch Kernel::launch(const KernelRange& range, const std::vector<KernelArgument>& arguments) const {
  const KernelRange whole = resolved(range);
  kernel::check_arguments(state_->info, arguments, state_->session.device());
  const ocl::Queue& queue = state_of(state_->session).queue;
  std::vector<ocl::Event> events;
  const std::lock_guard lock(state_->mutex);
  for (unsigned i = 0; i < arguments.size(); ++i) std::visit(Set{*state_, i}, arguments[i].what());
  events.push_back(ocl::launch(queue, state_->kernel, whole));
  return internal::Access::launch(std::move(events), 0, queue.timed());
}

}  // namespace lenslet
