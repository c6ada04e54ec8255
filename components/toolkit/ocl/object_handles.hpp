// Private to this folder: what the handles of its headers hold, beside those of the core.
#pragma once

#include <optional>

#include "ocl/handles.hpp"
#include "toolkit/ocl/formatted_image.hpp"
#include "toolkit/ocl/sampler.hpp"

namespace lenslet::ocl {

struct FormattedImage::Handle {
  cl::Memory memory;
  std::optional<Buffer> over = {};  // whose memory it has
};

struct SamplerObject::Handle {
  cl::Sampler sampler;
};

}  // namespace lenslet::ocl
