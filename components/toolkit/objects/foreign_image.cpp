// Image objects from a caller's handles.
#include <lenslet/opencl_images.hpp>

#include "session/state.hpp"
#include "toolkit/ocl/formatted_image.hpp"

namespace lenslet::opencl {

ImageObject image_object(const Session& session, cl_mem image) {
  return ImageObject(std::make_shared<const ocl::FormattedImage>(state_of(session).queue, image));
}

cl_mem memory_of(const ImageObject& image) {
  return ocl::handle_of(image.handle());
}

}  // namespace lenslet::opencl
