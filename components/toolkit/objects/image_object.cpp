// Handles of image objects, and of the memory of values.
#include <lenslet/image_object.hpp>

#include <lenslet/memory_info.hpp>

#include "ocl/foreign.hpp"
#include "session/memory.hpp"
#include "session/state.hpp"
#include "toolkit/ocl/formatted_image.hpp"
#include "toolkit/ocl/memory_object.hpp"

namespace lenslet {
namespace {

using Made = const ocl::FormattedImage;

const ocl::Buffer& own_buffer(const Session& session, const DeviceArray& array) {
  check_own(session, array);
  return array.buffer();
}

}  // namespace

std::vector<TexelFormat> image_formats(const Session& session, ImageKind kind, KernelAccess access) {
  return ocl::image_formats(state_of(session).queue, kind, access);
}

TexelBox whole_of(const ImageDescription& d) {
  const std::size_t second = d.kind == ImageKind::image1d_array ? d.layers : d.height;
  const std::size_t third = d.kind == ImageKind::image2d_array ? d.layers : d.depth;
  return {{0, 0, 0}, {d.width, second, third}};
}

ImageObject::ImageObject(const Session& session, const ImageDescription& description, KernelAccess access)
    : handle_(std::make_shared<Made>(state_of(session).queue, description, access)) {}

ImageObject::ImageObject(const Session& session, const DeviceArray& array, TexelFormat format)
    : handle_(
          std::make_shared<Made>(state_of(session).queue, own_buffer(session, array), array.type().bytes(), format)) {}

ImageObject::ImageObject(const Session& session, const ImageDescription& description, void* memory, std::size_t bytes,
                         const TexelPitch& pitch, KernelAccess access)
    : handle_(std::make_shared<Made>(state_of(session).queue, description,
                                     std::span(static_cast<std::byte*>(memory), bytes), pitch, access)) {}

const ImageDescription& ImageObject::description() const {
  return handle_->description();
}

KernelAccess ImageObject::access() const {
  return handle_->access();
}

ImageObjectInfo ImageObject::info() const {
  return handle_->info();
}

MemoryInfo memory_info(const DeviceArray& array) {
  return ocl::memory_info(ocl::handle_of(array.buffer()));
}

MemoryInfo memory_info(const DeviceImage& image) {
  return ocl::memory_info(image.in_buffer() ? ocl::handle_of(image.buffer()) : ocl::handle_of(image.object()));
}

MemoryInfo memory_info(const ImageObject& image) {
  return ocl::memory_info(ocl::handle_of(image.handle()));
}

}  // namespace lenslet
