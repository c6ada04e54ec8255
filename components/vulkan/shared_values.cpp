// Values whose memory is Shared. A caller keeps that memory by them.
#include <utility>

#include <lenslet/vulkan.hpp>

#include "vulkan/shared.hpp"

namespace lenslet::vulkan {

SharedArray::SharedArray(std::unique_ptr<Shared> shared, DeviceArray array)
    : shared_(std::move(shared)), array_(std::move(array)) {}
SharedArray::SharedArray(SharedArray&&) noexcept = default;
SharedArray& SharedArray::operator=(SharedArray&&) noexcept = default;
SharedArray::~SharedArray() = default;

VkBuffer SharedArray::handle() const {
  return shared_->buffer();
}

void SharedArray::acquire() {
  shared_->acquire();
}

void SharedArray::release() {
  shared_->release();
}

SharedImage::SharedImage(std::unique_ptr<Shared> shared, DeviceImage image, VkFormat format)
    : shared_(std::move(shared)), image_(std::move(image)), format_(format) {}
SharedImage::SharedImage(SharedImage&&) noexcept = default;
SharedImage& SharedImage::operator=(SharedImage&&) noexcept = default;
SharedImage::~SharedImage() = default;

VkImage SharedImage::handle() const {
  return shared_->image();
}

void SharedImage::acquire() {
  shared_->acquire();
}

void SharedImage::release() {
  shared_->release();
}

}  // namespace lenslet::vulkan
