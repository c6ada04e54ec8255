// A window of 350 x 300 pixels that OpenGL clears to red and draws a green triangle on. Pixels that nobody sees stand
// for its back, others for what is seen, and the copy of the first to the second for glutSwapBuffers().
#include "listings/host/opengl/opengl.hpp"

#include <lenslet/external_memory.hpp>

namespace lenslet::listings {
namespace {

constexpr GLsizei window_width = 350, window_height = 300;

// Coordinates 0 to 1 are seen, as after glOrtho(0, 1, 0, 1, ...): 2 p - 1 in OpenGL's own.
void draw_triangle() {
  constexpr GLfloat corners[] = {0, 1, -1, 0, 1, 0.5f};
  draw(GL_TRIANGLES, 3, array_buffer(sizeof corners, corners), 2, "vec4(2 * p.xy - 1, 0, 1)");
}

void clear_to_red() {
  glClearColor(1, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

std::string percent_of(std::size_t pixels) {
  return fmt::format("{:.1f}%", 100.0 * static_cast<double>(pixels) / (window_width * window_height));
}

}  // namespace

HostResult gl_window(const Session& session) {
  const gl::OffscreenContext opengl(uuid_of(session));
  const Pixels back(window_width, window_height, grey), seen(window_width, window_height, black);
  back.bind();
  clear_to_red();
  draw_triangle();
  back.copy_to(seen);
  Report report;
  report.equal("pixels of the triangle, 3/8 of the window", percent_of(seen.count(green)), "37.5%");
  report.equal("pixels of the background", percent_of(seen.count(red)), "62.5%");
  report.equal("the middle", seen.at(window_width / 2, window_height / 2), green);
  report.equal("the corner at the left, below", seen.at(0, 0), red);
  return report.take();
}

// glFlush() ends the drawing, and the two sides are not exchanged.
HostResult gl_window_without_swap(const Session& session) {
  const gl::OffscreenContext opengl(uuid_of(session));
  const Pixels back(window_width, window_height, grey), seen(window_width, window_height, black);
  back.bind();
  clear_to_red();
  draw_triangle();
  glFlush();
  Report report;
  report.equal("pixels of the triangle that are seen", percent_of(seen.count(green)), "37.5%");
  return report.take();
}

// The colour is chosen, and never used: the background is what lay there before.
HostResult gl_window_without_clear(const Session& session) {
  const gl::OffscreenContext opengl(uuid_of(session));
  const Pixels back(window_width, window_height, grey), seen(window_width, window_height, black);
  back.bind();
  glClearColor(1, 0, 0, 1);
  draw_triangle();
  back.copy_to(seen);
  Report report;
  report.equal("red pixels of the background", percent_of(seen.count(red)), "62.5%");
  return report.take();
}

}  // namespace lenslet::listings
