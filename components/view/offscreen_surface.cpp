// A picture off-screen: a framebuffer in a context without a window.
#include <epoxy/gl.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include <lenslet/error.hpp>
#include <lenslet/gl.hpp>

#include "view/surface.hpp"
#include "view/widgets.hpp"

namespace lenslet::view {
namespace {

Size checked(const Extent& extent) {
  GLint most = 0, widest[2] = {};
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &most);
  glGetIntegerv(GL_MAX_VIEWPORT_DIMS, widest);
  const Size limit{std::min(most, widest[0]), std::min(most, widest[1])};
  if (!extent.exact) return fitting(extent.size, limit);
  if (extent.size.width > limit.width || extent.size.height > limit.height)
    throw Error(ErrorKind::unsupported, fmt::format("--size {}x{}; OpenGL allows up to {}x{}", extent.size.width,
                                                    extent.size.height, limit.width, limit.height));
  return extent.size;
}

class OffscreenSurface : public Surface {
 public:
  OffscreenSurface(const Extent& extent, const std::optional<DeviceUuid>& device, bool panel)
      : context_(device), size_(checked(extent)) {
    glCreateRenderbuffers(1, &color_);
    glNamedRenderbufferStorage(color_, GL_RGBA8, static_cast<GLsizei>(size_.width), static_cast<GLsizei>(size_.height));
    glCreateFramebuffers(1, &frame_);
    glNamedFramebufferRenderbuffer(frame_, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color_);
    glBindFramebuffer(GL_FRAMEBUFFER, frame_);
    if (panel) widgets_.emplace();
  }

  Size size() const override { return size_; }
  bool begin(double) override { return true; }
  void end() override {}

  void begin_panel() override {
    ImGui::GetIO().DisplaySize = {static_cast<float>(size_.width), static_cast<float>(size_.height)};
    widgets_->begin();
  }

  std::optional<Image> picture() const override {
    Image picture(size_, {SampleType::u8, 3});
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    for (std::int64_t y = 0; y < size_.height; ++y)
      glReadPixels(0, static_cast<GLint>(size_.height - 1 - y), static_cast<GLsizei>(size_.width), 1, GL_RGB,
                   GL_UNSIGNED_BYTE, picture.row(y));
    return picture;
  }

 private:
  gl::OffscreenContext context_;  // all OpenGL objects end with it
  std::optional<Widgets> widgets_;
  Size size_;
  GLuint color_ = 0, frame_ = 0;
};

}  // namespace

std::unique_ptr<Surface> open_offscreen(const Extent& extent, const std::optional<DeviceUuid>& device, bool panel) {
  return std::make_unique<OffscreenSurface>(extent, device, panel);
}

}  // namespace lenslet::view
