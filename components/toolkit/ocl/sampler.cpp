// Makes samplers in a queue's context.
#include "toolkit/ocl/sampler.hpp"

#include <lenslet/error.hpp>
#include <lenslet/kernel.hpp>

#include "ocl/error.hpp"
#include "toolkit/ocl/object_handles.hpp"

namespace lenslet::ocl {
namespace {

// OpenCL has no such samplers. PoCL refuses them, Mesa's rusticl reads something, and Intel's compiler crashes when a
// kernel gets one.
void check_repeat(const Sampler& sampler) {
  const bool repeats =
      sampler.address == Sampler::Address::repeat || sampler.address == Sampler::Address::mirrored_repeat;
  if (repeats && !sampler.normalized)
    throw Error(ErrorKind::invalid_argument,
                "a sampler that repeats the image, for coordinates in texels; allowed: normalized ones");
}

}  // namespace

SamplerObject::SamplerObject(const Queue& queue, const Sampler& sampler) {
  check_repeat(sampler);
  constexpr cl_addressing_mode modes[] = {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP,
                                          CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT};
  const cl_filter_mode filter = sampler.filter == Sampler::Filter::linear ? CL_FILTER_LINEAR : CL_FILTER_NEAREST;
  handle_ = checked([&] {
    return std::make_shared<Handle>(Handle{cl::Sampler(queue.handle().context, sampler.normalized ? CL_TRUE : CL_FALSE,
                                                       modes[static_cast<std::size_t>(sampler.address)], filter)});
  });
}

void set_argument(Kernel& kernel, unsigned index, const SamplerObject& sampler) {
  cl_sampler const handle = sampler.handle().sampler();
  kernel.set(index, &handle, sizeof(cl_sampler));
}

}  // namespace lenslet::ocl
