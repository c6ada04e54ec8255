// The shaders are files of their own, which the build embeds.
#include "view/painter.hpp"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include <lenslet/error.hpp>

namespace lenslet::embedded {
extern const std::string_view picture_vert, picture_frag;
}

namespace lenslet::view {
namespace {

enum Location : GLint { rectangle = 0, channels = 1, has_alpha = 2 };

GLuint compiled(GLenum kind, std::string_view text) {
  const GLuint shader = glCreateShader(kind);
  const char* const begin = text.data();
  const auto length_of_text = static_cast<GLint>(text.size());
  glShaderSource(shader, 1, &begin, &length_of_text);
  glCompileShader(shader);
  GLint done = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
  if (done) return shader;
  std::string log(4096, '\0');
  GLsizei length = 0;
  glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), &length, log.data());
  throw Error(ErrorKind::device, fmt::format("OpenGL does not compile a shader: {}", log.substr(0, length)));
}

}  // namespace

Painter::Painter() : program_(glCreateProgram()) {
  const GLuint parts[] = {compiled(GL_VERTEX_SHADER, embedded::picture_vert),
                          compiled(GL_FRAGMENT_SHADER, embedded::picture_frag)};
  for (const GLuint part : parts) {
    glAttachShader(program_, part);
    glDeleteShader(part);
  }
  glLinkProgram(program_);
  GLint done = 0;
  glGetProgramiv(program_, GL_LINK_STATUS, &done);
  if (!done) throw Error(ErrorKind::device, "OpenGL does not link the shaders of the view");
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

void Painter::draw(const Picture& picture, const Rect& part, Size surface) const {
  const auto real = [](std::int64_t value) { return static_cast<double>(value); };
  const double scale =
      std::min(real(part.width) / real(picture.size.width), real(part.height) / real(picture.size.height));
  const double width = scale * real(picture.size.width), height = scale * real(picture.size.height);
  const double left = real(part.x) + (real(part.width) - width) / 2,
               top = real(part.y) + (real(part.height) - height) / 2;
  const auto x = [&](double pixels) { return static_cast<float>(2 * pixels / real(surface.width) - 1); };
  const auto y = [&](double pixels) { return static_cast<float>(1 - 2 * pixels / real(surface.height)); };
  glUseProgram(program_);
  glUniform4f(Location::rectangle, x(left), y(top + height), x(left + width), y(top));
  glUniform1i(Location::channels, picture.format.channels);
  glUniform1i(Location::has_alpha, picture.format.alpha);
  glBindTextureUnit(0, picture.texture);
  glBindVertexArray(vertices_);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace lenslet::view
