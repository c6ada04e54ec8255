// A mark is an instance of one line, whose vertices the shader makes.
#include "view/mark_painter.hpp"

#include <epoxy/gl.h>

#include <array>
#include <cmath>
#include <string_view>

#include "view/shaders.hpp"

namespace lenslet::embedded {
extern const std::string_view marks_vert, marks_frag;
}

namespace lenslet::view {
namespace {

enum MarkUniform : GLint { picture_corners = 0, picture_size = 1 };

constexpr GLsizei vertices_of_mark = 26;  // the middle, and a ring of 24 lines: see marks.vert
constexpr double radius = 4;              // of marks in the first octave, in pixels

using Instance = std::array<float, 5>;

Instance instance_of(const Mark& mark) {
  const Place place = in_picture(mark.place);
  return {static_cast<float>(place.x), static_cast<float>(place.y),
          static_cast<float>(radius * std::exp2(mark.place.octave)), static_cast<float>(mark.angle),
          static_cast<float>(mark.place.octave)};
}

void take_from(GLuint vertices, GLuint attribute, GLint numbers, GLuint offset) {
  glEnableVertexArrayAttrib(vertices, attribute);
  glVertexArrayAttribFormat(vertices, attribute, numbers, GL_FLOAT, GL_FALSE, offset);
  glVertexArrayAttribBinding(vertices, attribute, 0);
}

}  // namespace

MarkPainter::MarkPainter() : program_(linked_program(embedded::marks_vert, embedded::marks_frag)) {
  glCreateVertexArrays(1, &vertices_);
  take_from(vertices_, 0, 4, 0);
  take_from(vertices_, 1, 1, 4 * sizeof(float));
  glVertexArrayBindingDivisor(vertices_, 0, 1);
}

MarkPainter::~MarkPainter() {
  glDeleteBuffers(1, &buffer_);
  glDeleteVertexArrays(1, &vertices_);
  glDeleteProgram(program_);
}

void MarkPainter::set(const std::vector<Mark>& marks) {
  std::vector<Instance> instances;
  for (const Mark& mark : marks) instances.push_back(instance_of(mark));
  glDeleteBuffers(1, &buffer_);
  glCreateBuffers(1, &buffer_);
  count_ = static_cast<std::int32_t>(instances.size());
  if (count_ == 0) return;
  glNamedBufferStorage(buffer_, static_cast<GLsizeiptr>(instances.size() * sizeof(Instance)), instances.data(), 0);
  glVertexArrayVertexBuffer(vertices_, 0, buffer_, 0, sizeof(Instance));
}

void MarkPainter::draw(Size picture, const Rect& part, Size surface) const {
  if (count_ == 0) return;
  const Corners corners = corners_of(picture, part, surface);
  glUseProgram(program_);
  glUniform4f(MarkUniform::picture_corners, corners.left, corners.bottom, corners.right, corners.top);
  glUniform2f(MarkUniform::picture_size, static_cast<float>(picture.width), static_cast<float>(picture.height));
  glBindVertexArray(vertices_);
  glDrawArraysInstanced(GL_LINE_STRIP, 0, vertices_of_mark, count_);
}

}  // namespace lenslet::view
