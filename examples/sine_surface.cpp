// A surface that a kernel moves and OpenGL draws: its points lie in one buffer of both, or are copied there.
//
//   example_sine_surface sine_surface.cl                a window; the escape key ends it
//   example_sine_surface sine_surface.cl --offscreen    without a window, and says what was drawn
#include <epoxy/gl.h>  // before GLFW's header, which brings OpenGL's otherwise

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <vector>

#include <lenslet/gl.hpp>
#include <lenslet/kernel.hpp>
#include <lenslet/lenslet.hpp>
#include <lenslet/vulkan.hpp>

namespace {

using namespace lenslet;

constexpr int side = 512;    // points along each side of the surface
constexpr int pixels = 600;  // along each side of the picture

constexpr char vertex_text[] = R"(#version 450 core
layout(location = 0) in vec4 point;
layout(location = 0) out float height;
void main() {
  height = point.z;
  gl_Position = vec4(0.75 * point.x, 0.45 * point.y + 0.75 * point.z, 0.0, 1.0);  // seen from above and in front
}
)";
constexpr char fragment_text[] = R"(#version 450 core
layout(location = 0) in float height;
layout(location = 0) out vec4 color;
void main() { color = vec4(mix(vec3(0.1, 0.3, 0.8), vec3(1.0, 0.8, 0.3), height * 1.6 + 0.5), 1.0); }
)";

GLuint make_program() {
  const GLuint program = glCreateProgram();
  const auto attach = [program](GLenum kind, const char* text) {
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glDeleteShader(shader);
  };
  attach(GL_VERTEX_SHADER, vertex_text);
  attach(GL_FRAGMENT_SHADER, fragment_text);
  glLinkProgram(program);
  return program;
}

// Moves the points by the kernel, and draws them.
class Surface {
 public:
  explicit Surface(const char* kernel_file)
      : context_(session_, {.exporter = vulkan::exporter(session_)}),
        kernel_(Program::from_file(session_, kernel_file).kernel("sine_surface")),
        points_(context_.allocate({SampleType::f32, {side * side, 4}}, KernelAccess::write_only)),
        program_(make_program()) {
    glCreateVertexArrays(1, &vertices_);
    glVertexArrayVertexBuffer(vertices_, 0, points_.buffer(), 0, 4 * sizeof(float));
    glVertexArrayAttribFormat(vertices_, 0, 4, GL_FLOAT, GL_FALSE, 0);
    glVertexArrayAttribBinding(vertices_, 0, 0);
    glEnableVertexArrayAttrib(vertices_, 0);
  }

  void draw(float time) {
    points_.acquire();
    kernel_.launch({.global = {side, side}}, {points_.array(), side, side, time});
    points_.release();  // what OpenGL draws from here on are the new points
    glClear(GL_COLOR_BUFFER_BIT);
    glUseProgram(program_);
    glBindVertexArray(vertices_);
    glDrawArrays(GL_POINTS, 0, side * side);
  }

 private:
  Session session_;
  gl::Context context_;  // where the devices have nothing in common, the points are copied
  Kernel kernel_;
  gl::SharedArray points_;
  GLuint program_, vertices_ = 0;
};

int in_window(const char* kernel_file) {
  if (!glfwInit()) throw Error(ErrorKind::unsupported, "no window system; --offscreen needs none");
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  GLFWwindow* window = glfwCreateWindow(pixels, pixels, "A surface that a kernel moves", nullptr, nullptr);
  if (window == nullptr) throw Error(ErrorKind::unsupported, "no window with OpenGL 4.5; --offscreen needs none");
  glfwMakeContextCurrent(window);
  {
    Surface surface(kernel_file);
    while (!glfwWindowShouldClose(window) && glfwGetKey(window, GLFW_KEY_ESCAPE) != GLFW_PRESS) {
      surface.draw(static_cast<float>(glfwGetTime()));
      glfwSwapBuffers(window);
      glfwPollEvents();
    }
  }
  glfwTerminate();
  return 0;
}

std::vector<unsigned char> drawn(Surface& surface, float time) {
  std::vector<unsigned char> red(pixels * pixels);
  surface.draw(time);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, pixels, pixels, GL_RED, GL_UNSIGNED_BYTE, red.data());
  return red;
}

int off_screen(const char* kernel_file) {
  const gl::OffscreenContext opengl;
  GLuint color = 0, frame = 0;
  glCreateRenderbuffers(1, &color);
  glNamedRenderbufferStorage(color, GL_RGBA8, pixels, pixels);
  glCreateFramebuffers(1, &frame);
  glNamedFramebufferRenderbuffer(frame, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
  glBindFramebuffer(GL_FRAMEBUFFER, frame);
  glViewport(0, 0, pixels, pixels);
  Surface surface(kernel_file);
  const auto first = drawn(surface, 0), later = drawn(surface, 1), again = drawn(surface, 0);
  const auto lit = pixels * pixels - std::ranges::count(first, 0);
  long moved = 0;
  for (std::size_t i = 0; i < first.size(); ++i) moved += first[i] != later[i];
  std::printf("the surface covers %s of the picture, moves%s, and comes back%s\n",
              lit > pixels * pixels / 4 ? "a quarter" : "little", moved > 30'000 ? "" : " hardly",
              again == first ? "" : " elsewhere");
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2) throw Error(ErrorKind::invalid_argument, "no file of the kernel; allowed: sine_surface.cl");
  const bool hidden = argc > 2 && argv[2] == std::string_view("--offscreen");
  return hidden ? off_screen(argv[1]) : in_window(argv[1]);
} catch (const lenslet::Error& error) {
  std::fprintf(stderr, "%s\n%s\n", error.what(), error.detail().c_str());
  return 1;
}
