// Private to this folder: the contents of the handles in its headers, beside those of the core.
#pragma once

#include <optional>

#include "ocl/handles.hpp"
#include "toolkit/ocl/formatted_image.hpp"
#include "toolkit/ocl/sampler.hpp"

namespace lenslet::ocl {

struct FormattedImage::Handle {
  cl::Memory memory;
  std::optional<Buffer> over = {};  // the buffer whose memory it uses
};

struct SamplerObject::Handle {
  cl::Sampler sampler;
};

}  // namespace lenslet::ocl
