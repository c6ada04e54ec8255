// Samplers as arguments of kernels.
#pragma once

#include <memory>

#include "ocl/program.hpp"

namespace lenslet {
struct Sampler;
}

namespace lenslet::ocl {

class SamplerObject {
 public:
  struct Handle;  // cl::Sampler
  SamplerObject(const Queue& queue, const Sampler& sampler);
  const Handle& handle() const { return *handle_; }

 private:
  std::shared_ptr<Handle> handle_;
};

void set_argument(Kernel& kernel, unsigned index, const SamplerObject& sampler);

}  // namespace lenslet::ocl
