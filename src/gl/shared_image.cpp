// Images in textures and renderbuffers, by way of a pixel buffer: kernels read samples in rows, which no texture has.
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/gl.hpp>

#include "gl/api.hpp"
#include "gl/current.hpp"
#include "gl/pixel_target.hpp"
#include "gl/staging.hpp"
#include "image/layout.hpp"

namespace lenslet::gl {
namespace {

constexpr std::int64_t row_alignment = 128;  // bytes at multiples of which rows begin are the fastest
constexpr std::int64_t least_units = 8;      // of alignment in a row: the gaps of shorter ones cost more than they save

std::int64_t row_pixels(Size size, PixelFormat format) {
  const std::int64_t unit = row_alignment / std::gcd(row_alignment, static_cast<std::int64_t>(format.bytes()));
  return size.width < least_units * unit ? size.width : (size.width + unit - 1) / unit * unit;
}

PixelFormat pixels_of(const TextureFormat& format, const ImageUse& use) {
  const PixelFormat pixels{format.type, format.channels, use.alpha.value_or(format.channels == max_channels)};
  check(pixels);
  return pixels;
}

}  // namespace

struct SharedImage::Target {
  PixelTarget pixels;
  PixelRows rows;
};

SharedImage::SharedImage(std::unique_ptr<Target> target, std::unique_ptr<Staging> staging, DeviceImage image)
    : target_(std::move(target)), staging_(std::move(staging)), image_(std::move(image)) {}
SharedImage::SharedImage(SharedImage&&) noexcept = default;
SharedImage& SharedImage::operator=(SharedImage&&) noexcept = default;
SharedImage::~SharedImage() = default;

SharedImage Context::share(PixelTarget pixels, const ImageUse& use) const {
  const ImageType type{pixels_of(pixels.format(), use), pixels.size()};
  const std::int64_t row = row_pixels(type.size, type.format);
  const ImageLayout layout = checked_layout(type, {.stride = row * static_cast<std::int64_t>(type.format.bytes())});
  const auto bytes = static_cast<std::uint64_t>(layout.stride * type.size.height);
  std::unique_ptr<Staging> staging = make_staging(state_, bytes, use.access);
  DeviceImage image = image_at(staging->memory(), type, layout);
  const PixelRows rows{staging->buffer(), row};
  return {std::make_unique<SharedImage::Target>(SharedImage::Target{std::move(pixels), rows}), std::move(staging),
          std::move(image)};
}

SharedImage Context::texture(std::uint32_t texture, const ImageUse& use) const {
  check_current(*state_);
  return share(PixelTarget::of_texture(texture, use.level), use);
}

SharedImage Context::renderbuffer(std::uint32_t renderbuffer, const ImageUse& use) const {
  check_current(*state_);
  if (use.level != 0)
    throw Error(ErrorKind::invalid_argument, fmt::format("level {} of a renderbuffer; allowed: 0", use.level));
  return share(PixelTarget::of_renderbuffer(renderbuffer), use);
}

void SharedImage::acquire() {
  staging_->check_owner(false);
  if (staging_->access() != KernelAccess::write_only) target_->pixels.copy_to(target_->rows);
  staging_->to_session();
}

void SharedImage::release() {
  staging_->to_opengl();
  if (staging_->access() == KernelAccess::read_only) return;
  target_->pixels.copy_from(target_->rows);
  staging_->after_reads();
}

}  // namespace lenslet::gl
