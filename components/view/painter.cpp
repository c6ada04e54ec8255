// A picture is a rectangle, as large as it fits.
#include "view/painter.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <string_view>

#include "view/shaders.hpp"

namespace lenslet::embedded {
extern const std::string_view picture_vert, picture_frag;
}

namespace lenslet::view {
namespace {

enum Location : GLint { rectangle = 0, channels = 1, has_alpha = 2 };

}  // namespace

Painter::Painter() : program_(linked_program(embedded::picture_vert, embedded::picture_frag)) {
  glCreateVertexArrays(1, &vertices_);
}

Painter::~Painter() {
  glDeleteVertexArrays(1, &vertices_);
  glDeleteProgram(program_);
}

void Painter::clear(Size surface) const {
  glViewport(0, 0, static_cast<GLsizei>(surface.width), static_cast<GLsizei>(surface.height));
  glDisable(GL_SCISSOR_TEST);
  glClearColor(0.1f, 0.1f, 0.1f, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

Corners corners_of(Size picture, const Rect& part, Size surface) {
  const auto real = [](std::int64_t value) { return static_cast<double>(value); };
  const double scale = std::min(real(part.width) / real(picture.width), real(part.height) / real(picture.height));
  const double width = scale * real(picture.width), height = scale * real(picture.height);
  const double left = real(part.x) + (real(part.width) - width) / 2,
               top = real(part.y) + (real(part.height) - height) / 2;
  const auto x = [&](double pixels) { return static_cast<float>(2 * pixels / real(surface.width) - 1); };
  const auto y = [&](double pixels) { return static_cast<float>(1 - 2 * pixels / real(surface.height)); };
  return {x(left), y(top + height), x(left + width), y(top)};
}

void Painter::draw(const Picture& picture, const Rect& part, Size surface) const {
  const Corners corners = corners_of(picture.size, part, surface);
  glUseProgram(program_);
  glUniform4f(Location::rectangle, corners.left, corners.bottom, corners.right, corners.top);
  glUniform1i(Location::channels, picture.format.channels);
  glUniform1i(Location::has_alpha, picture.format.alpha);
  glBindTextureUnit(0, picture.texture);
  glBindVertexArray(vertices_);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace lenslet::view
