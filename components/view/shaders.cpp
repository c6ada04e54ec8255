// The shaders are files of their own, which the build embeds.
#include "view/shaders.hpp"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <string>

#include <lenslet/error.hpp>

namespace lenslet::view {
namespace {

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

std::uint32_t linked_program(std::string_view vertex_shader, std::string_view fragment_shader) {
  const GLuint program = glCreateProgram();
  const GLuint parts[] = {compiled(GL_VERTEX_SHADER, vertex_shader), compiled(GL_FRAGMENT_SHADER, fragment_shader)};
  for (const GLuint part : parts) {
    glAttachShader(program, part);
    glDeleteShader(part);
  }
  glLinkProgram(program);
  GLint done = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &done);
  if (!done) throw Error(ErrorKind::device, "OpenGL does not link the shaders of the view");
  return program;
}

}  // namespace lenslet::view
